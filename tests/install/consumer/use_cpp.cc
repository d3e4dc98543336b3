#include <argwright/json.h>
#include <argwright/repair.h>

#include <iostream>

int main() {
  const argwright::RepairResult result = argwright::repair_arguments("{'city': 'Oslo',}");
  std::cout << argwright::outcome_name(result.outcome) << ' ' << result.text << '\n';

  const argwright::Result<argwright::json::Value> value = argwright::json::parse(result.text);
  return value && value->find("city") != nullptr ? 0 : 1;
}
