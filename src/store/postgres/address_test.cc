#include "store/postgres/address.h"

#include <gtest/gtest.h>

namespace argwright::store::postgres {
namespace {

std::string name_of(std::string_view url) {
  const Result<Address> address = Address::parse(url);
  return address ? address->name : "refused: " + address.error().message;
}

TEST(PostgresAddress, NamesHostPortAndDatabaseOnly) {
  EXPECT_EQ(name_of("postgresql://me:hunter2@db.example:6543/calls"),
            "the PostgreSQL database calls at db.example:6543");
  EXPECT_EQ(name_of("postgres://me:p%40ss%2Fword@db.example:6543/calls?sslmode=require"),
            "the PostgreSQL database calls at db.example:6543");
  EXPECT_EQ(name_of("postgresql:///calls?host=/run/pg&port=7"), "the PostgreSQL database calls at /run/pg:7");
}

// A password with '/', '@' or ':' that is not escaped ends up in other places of the URL.
TEST(PostgresAddress, RepeatsNothingOfAPasswordThatIsNotEscaped) {
  for (const char* url : {"postgresql://me:hun/ter2@host/db", "postgresql://me:hun@ter2@host/db",
                          "postgresql://me:1/ter2@host/db", "postgresql://me:hun%zzter2@host/db"}) {
    const std::string name = name_of(url);
    EXPECT_NE(name.find("refused"), std::string::npos) << name;
    EXPECT_EQ(name.find("hun"), std::string::npos) << name;
    EXPECT_EQ(name.find("ter2"), std::string::npos) << name;
  }
}

TEST(PostgresAddress, SaysHowAUrlIsWritten) {
  EXPECT_NE(name_of("postgresql://host/db?nonsense=1").find("postgresql://USER:PASSWORD@HOST:PORT/DATABASE"),
            std::string::npos);
}

}  // namespace
}  // namespace argwright::store::postgres
