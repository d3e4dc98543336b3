// Tested by redact_test.cc.
#include "gateway/observe/redact.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace argwright::gateway {
namespace {

constexpr std::string_view kMask = "***";

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }
bool is_alphanumeric(char c) { return (lower(c) >= 'a' && lower(c) <= 'z') || (c >= '0' && c <= '9'); }
bool is_word(char c) { return is_alphanumeric(c) || c == '_' || c == '-'; }
bool is_blank(char c) { return c == ' ' || c == '\t'; }
bool is_quote(char c) { return c == '"' || c == '\'' || c == '`'; }
// What a token of an Authorization header may hold (RFC 6750, with what vendors add).
bool is_token(char c) {
  return is_word(c) || c == '.' || c == '~' || c == '+' || c == '/' || c == '=' || c == ':';
}
bool ends_value(char c) {
  constexpr std::string_view kEnds = " \t\r\n\"'`\\,;&#{}()[]<>|";
  return kEnds.find(c) != std::string_view::npos;
}

// Members, headers and parameters whose value is a secret, in lower case.
struct SecretName {
  std::string_view name;
  bool query_only = false;  // a common word: counts only as the parameter of a query string
};
constexpr std::array kNames = {
    SecretName{"authorization"},
    SecretName{"proxy-authorization"},
    SecretName{"x-api-key"},
    SecretName{"api-key"},
    SecretName{"api_key"},
    SecretName{"apikey"},
    SecretName{"x-goog-api-key"},
    SecretName{"access_token"},
    SecretName{"refresh_token"},
    SecretName{"client_secret"},
    SecretName{"password"},
    SecretName{"cookie"},
    SecretName{"set-cookie"},
    SecretName{"secret"},
    SecretName{"key", true},
    SecretName{"token", true},
    SecretName{"auth", true},
    SecretName{"sig", true},
    SecretName{"signature", true},
    SecretName{"code", true},
    SecretName{"subscription-key", true},
    SecretName{"x-amz-signature", true},
    SecretName{"x-amz-security-token", true},
};

constexpr std::array<std::string_view, 2> kSchemes = {"bearer", "basic"};

// How the keys of vendors begin; case counts.
constexpr std::array<std::string_view, 16> kPrefixes = {
    "sk-",  "pk-",  "rk-",         "AIza", "gsk_",   "xai-", "hf_",   "ghp_",
    "gho_", "ghs_", "github_pat_", "AKIA", "nvapi-", "r8_",  "pplx-", "eyJ"};
constexpr std::size_t kMinBehindPrefix = 6;

class Redactor {
 public:
  explicit Redactor(std::string_view text) : text_(text) { out_.reserve(text.size()); }

  std::string run() && {
    while (at_ < text_.size()) {
      // Secrets begin where a word does; "://" is looked at from its colon.
      const bool at_word = is_word(text_[at_]) && (at_ == 0 || !is_word(text_[at_ - 1]));
      if (at_word && (take_scheme() || take_prefixed() || take_named())) continue;
      if (text_[at_] == ':' && take_password()) continue;
      out_ += text_[at_++];
    }
    return std::move(out_);
  }

 private:
  bool begins(std::size_t at, std::string_view name) const {
    return text_.size() - at >= name.size() &&
           std::equal(name.begin(), name.end(), text_.begin() + static_cast<std::ptrdiff_t>(at),
                      [](char a, char b) { return a == lower(b); });
  }
  void copy_to(std::size_t end) {
    out_ += text_.substr(at_, end - at_);
    at_ = end;
  }
  void mask_to(std::size_t end) {
    out_ += kMask;
    at_ = end;
  }
  std::size_t skip(std::size_t at, bool (*wanted)(char)) const {
    while (at < text_.size() && wanted(text_[at])) ++at;
    return at;
  }

  // The end of "Bearer " before a token; 0 where none stands at `at`.
  std::size_t scheme_end(std::size_t at) const {
    for (const std::string_view scheme : kSchemes) {
      if (!begins(at, scheme)) continue;
      const std::size_t behind = at + scheme.size();
      const std::size_t token = skip(behind, is_blank);
      if (token > behind && token < text_.size() && is_token(text_[token])) return token;
    }
    return 0;
  }

  bool take_scheme() {
    const std::size_t token = scheme_end(at_);
    if (token == 0) return false;
    copy_to(token);
    mask_to(skip(token, is_token));
    return true;
  }

  bool take_prefixed() {
    for (const std::string_view prefix : kPrefixes) {
      if (!text_.substr(at_).starts_with(prefix)) continue;
      const std::size_t secret = at_ + prefix.size();
      std::size_t end = skip(secret, is_word);
      if (end - secret < kMinBehindPrefix) continue;
      // The parts of a JSON web token.
      while (end + 1 < text_.size() && text_[end] == '.' && is_word(text_[end + 1]))
        end = skip(end + 1, is_word);
      copy_to(secret);
      mask_to(end);
      return true;
    }
    return false;
  }

  bool take_named() {
    const bool in_query = at_ > 0 && (text_[at_ - 1] == '?' || text_[at_ - 1] == '&');
    const std::size_t name_end = skip(at_, is_word);
    for (const SecretName& row : kNames) {
      if (row.name.size() != name_end - at_ || (row.query_only && !in_query) || !begins(at_, row.name))
        continue;
      return take_value(name_end);
    }
    return false;
  }

  // What stands behind a name: quotes, ':' or '=', the value. Quotes may be escaped, inside a JSON text.
  bool take_value(std::size_t at) {
    const auto skip_quotes = [this](std::size_t from) {
      return skip(from, [](char c) { return is_quote(c) || c == '\\'; });
    };
    at = skip(skip_quotes(at), is_blank);
    if (at >= text_.size() || (text_[at] != ':' && text_[at] != '=')) return false;
    at = skip(at + 1, is_blank);
    std::size_t value = skip_quotes(at);
    const char quote = value > at ? text_[value - 1] : '\0';
    if (const std::size_t token = scheme_end(value); token != 0) value = token;
    std::size_t end = value;
    while (end < text_.size() &&
           !(quote != '\0' ? text_[end] == quote || text_[end] == '\n' : ends_value(text_[end]))) {
      ++end;
    }
    // The backslash of an escaped quote stays, so that the text around still reads as it did.
    while (quote != '\0' && end > value && text_[end - 1] == '\\') --end;
    if (end == value) return false;
    copy_to(value);
    mask_to(end);
    return true;
  }

  // "://user:password@"
  bool take_password() {
    if (!text_.substr(at_).starts_with("://")) return false;
    const std::size_t user = at_ + 3;
    const auto in_authority = [](char c) { return !ends_value(c) && c != '/' && c != '?' && c != '@'; };
    const std::size_t end = skip(user, in_authority);
    const std::size_t colon = text_.substr(0, end).find(':', user);
    if (end >= text_.size() || text_[end] != '@' || colon == std::string_view::npos) return false;
    copy_to(colon + 1);
    mask_to(end);
    return true;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::string out_;
};

}  // namespace

std::string redact(std::string_view text) { return Redactor(text).run(); }

}  // namespace argwright::gateway
