#include <argwright/c.h>
#include <stdio.h>
#include <string.h>

int main(void) {
  const char* raw = "{'city': 'Oslo',}";
  argwright_result* result = argwright_repair(raw, strlen(raw), NULL);
  if (result == NULL) return 1;
  printf("%s %s\n", argwright_outcome_name(argwright_result_outcome(result)),
         argwright_result_text(result, NULL));
  argwright_result_free(result);
  return strcmp(argwright_version(), ARGWRIGHT_VERSION) == 0 ? 0 : 1;
}
