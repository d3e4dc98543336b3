// The engine from C: repair a text, read the result, free it.
#include <argwright/c.h>
#include <stdio.h>
#include <string.h>

// 0 when there was an answer, 1 when there was none, 2 when memory ran out.
static int show(const char* raw, const argwright_options* options) {
  argwright_result* result = argwright_repair(raw, strlen(raw), options);
  if (result == NULL) return 2;

  const int accepted = argwright_result_accepted(result);
  if (accepted) {
    const char* outcome = argwright_outcome_name(argwright_result_outcome(result));
    printf("%s: %s\n", outcome, argwright_result_text(result, NULL));
    for (size_t i = 0; i < argwright_result_fix_count(result); ++i) {
      const argwright_fix* fix = argwright_result_fix(result, i);
      printf("  byte %zu: %s\n", fix->offset, fix->words);
    }
  } else {
    const char* rejection = argwright_rejection_name(argwright_result_rejection(result));
    printf("%s: %s\n", rejection, argwright_result_error_message(result, NULL));
  }
  argwright_result_free(result);
  return accepted ? 0 : 1;
}

int main(void) {
  // NULL instead of options means the defaults.
  argwright_options options = ARGWRIGHT_OPTIONS_INIT;
  options.tool_name = "weather";

  const int first = show("{'name': 'weather', 'arguments': {'city': 'Oslo'}}", &options);
  const int second = show("{\"command\": \"rm -rf /tmp/build", NULL);
  return first == 0 && second == 1 ? 0 : 1;
}
