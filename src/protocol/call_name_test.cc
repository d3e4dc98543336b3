#include "protocol/call_name.h"

#include <gtest/gtest.h>

#include <string>

namespace argwright::protocol {
namespace {

std::string found(std::string_view told) {
  const auto name = declared_name(told, [](std::string_view one) {
    return one == "get_weather" || one == "run" || one == "functions.read" || one == "json" ||
           one == "step:1";
  });
  return name ? std::string(*name) : std::string();
}

TEST(CallName, FindsTheDeclaredNameInWhatStandsAroundIt) {
  for (const char* told : {"functions.get_weather", "default_api.get_weather", "to=functions.get_weather",
                           "get_weather:0", "functions.get_weather:12", " get_weather\n", "\"get_weather\"",
                           "`get_weather`", "get_weather()", "get_weather<|channel|>commentary",
                           "get_weather</arg_value>", "functions.get_weather <|constrain|>json",
                           "functions.get_weatherjson", "tools.functions.get_weather"}) {
    EXPECT_EQ(found(told), "get_weather") << told;
  }
}

TEST(CallName, LeavesNamesThatAreDeclaredAndThoseThatNobodyDeclared) {
  for (const char* told :
       {"get_weather", "functions.read", "json", "step:1", "", "get_weathers", "getweather", "my.get_weather",
        "weather", "functions.", "<get_weather>", "get_weather:x", "Get_Weather"}) {
    EXPECT_EQ(found(told), "") << told;
  }
}

TEST(CallName, DoesNotGoOnForEver) {
  std::string long_name;
  for (int i = 0; i < 10'000; ++i) long_name += "functions.";
  EXPECT_EQ(found(long_name + "run"), "");
}

}  // namespace
}  // namespace argwright::protocol
