// One value of the file on its way into the configuration, with all that is needed to complain about it.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "gateway/config/config_issue.h"
#include "gateway/config/surroundings.h"
#include "gateway/config/toml_value.h"
#include "provider/profiles.h"

namespace argwright::gateway {

// Shared by all entries of one reading.
struct ReadContext {
  const Surroundings& outside;
  IssueLog& issues;
  const provider::Profiles* providers = nullptr;  // with the file's own rows; set for [[upstream]]
};

struct Bounds {
  std::int64_t least;
  std::int64_t most;
};

// The context and the value must outlive it.
class Entry {
 public:
  static Entry root(const ReadContext& context, const TomlValue& table) {
    return {context, table, {}, {}, {}};
  }

  const TomlValue& value() const { return *value_; }
  const ReadContext& context() const { return *context_; }
  const std::string& where() const { return where_; }

  // A part of this entry. Messages call it by the path from the nearest named thing: `upstream "a":
  // timeouts.gap`.
  Entry member(const TomlMember& member) const;
  Entry item(std::size_t index) const;
  // The same value under a name of its own: messages begin with `upstream "a": `.
  Entry named(std::string subject) const;
  // The same value, read with another context.
  Entry within(const ReadContext& context) const {
    Entry other = *this;
    other.context_ = &context;
    return other;
  }

  // `base_url` + ` ` + text. Text continues the sentence, the suggestion stands behind a semicolon.
  void fail(std::string_view text, std::string suggestion = {}) const;
  void warn(std::string_view text, std::string suggestion = {}) const;
  // About something in this table that has no value: `upstream "a": ` + text.
  void fail_inside(Place place, std::string_view key, std::string_view text,
                   std::string suggestion = {}) const;
  // A member that is not there: `upstream "a": base_url ` + text.
  void fail_missing(std::string_view key, std::string_view text, std::string suggestion = {}) const;

  // Each complains where the value is not what is asked for, and returns nothing then.
  std::optional<std::string> text() const;
  std::optional<bool> boolean() const;
  std::optional<std::int64_t> integer(Bounds bounds) const;
  std::optional<double> number(double least, double most) const;
  std::optional<std::chrono::milliseconds> duration() const;  // more than zero
  std::optional<std::int64_t> size(Bounds bounds) const;
  // The place of the word among `words`.
  std::optional<std::size_t> choice(std::span<const std::string_view> words) const;
  bool is_list() const;
  bool is_table() const;

 private:
  Entry(const ReadContext& context, const TomlValue& value, std::string where, std::string subject,
        std::string label)
      : context_(&context),
        value_(&value),
        where_(std::move(where)),
        subject_(std::move(subject)),
        label_(std::move(label)) {}

  bool is(TomlValue::Kind kind, std::string_view wanted) const;
  std::string sentence(std::string_view text) const;

  const ReadContext* context_;
  const TomlValue* value_;
  std::string where_;    // "upstream[1].base_url"
  std::string subject_;  // `upstream "a"`
  std::string label_;    // "base_url"
};

// `"a", "b" or "c"`
std::string list_words(std::span<const std::string_view> words);

}  // namespace argwright::gateway
