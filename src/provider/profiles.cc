#include "provider/profiles.h"

#include <algorithm>
#include <atomic>
#include <iterator>

#include "provider/model_pattern.h"
#include "provider/profile_fields.h"
#include "provider/profile_table.h"

namespace argwright::provider {
namespace {

// "https://user@api.deepseek.com:443/v1" -> "api.deepseek.com"
std::string host_of(std::string_view url) {
  if (const std::size_t scheme = url.find("://"); scheme != std::string_view::npos)
    url.remove_prefix(scheme + 3);
  url = url.substr(0, url.find_first_of("/?#"));
  if (const std::size_t user = url.rfind('@'); user != std::string_view::npos) url.remove_prefix(user + 1);
  return lower_case(url.substr(0, url.find(':')));
}

// A word stands anywhere in a host ("minimax" in "api.minimaxi.com"); one with a dot is whole labels, so that
// "z.ai" is not in "api.blitz.ai".
bool is_in_host(std::string_view word, std::string_view host) {
  const bool is_labels = word.find('.') != std::string_view::npos;
  for (std::size_t at = host.find(word); at != std::string_view::npos; at = host.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    if (!is_labels || ((at == 0 || host[at - 1] == '.') && (end == host.size() || host[end] == '.')))
      return true;
  }
  return false;
}

void apply(const json::Object& settings, Profile& profile) {
  for (const json::Member& setting : settings) {
    if (const ProfileField* const field = profile_field(setting.key)) field->set(profile, setting.value);
  }
}

const Profile& look_up(const Profiles& profiles, std::string_view provider, std::string_view base_url,
                       std::string_view model) {
  const Profile* own = profiles.by_name(provider);
  if (own == nullptr) own = &profiles.rows().front();
  if (own->name == "generic") {
    // The longest word tells most; of two alike the later one is the user's.
    const std::string host = host_of(base_url);
    std::size_t longest = 0;
    for (const Profile& row : profiles.rows()) {
      if (!row.models.empty()) continue;
      for (const std::string& word : row.hosts) {
        if (word.size() < longest || !is_in_host(lower_case(word), host)) continue;
        longest = word.size();
        own = &row;
      }
    }
  }
  for (const Profile& row : profiles.rows()) {
    if (row.name == own->name && matches_any(row.models, model)) return row;
  }
  return *own;
}

}  // namespace

Profiles::Profiles() : rows_(built_in_rows()) {}

Profiles::Profiles(std::span<const ProfileRow> rows) : Profiles() {
  for (const ProfileRow& row : rows) add(row);
}

void Profiles::add(const ProfileRow& row) {
  if (by_name(row.name) == nullptr) {
    const std::string like = row.like.empty() ? "generic" : row.like;
    std::vector<Profile> copies;
    std::ranges::copy_if(rows_, std::back_inserter(copies),
                         [&](const Profile& profile) { return profile.name == like; });
    for (Profile& copy : copies) {
      copy.name = row.name;
      // The original keeps its addresses: a URL can be recognised as one provider only.
      copy.hosts.clear();
    }
    rows_.insert(rows_.end(), std::make_move_iterator(copies.begin()), std::make_move_iterator(copies.end()));
  }
  const auto own = std::ranges::find_if(
      rows_, [&](const Profile& profile) { return profile.name == row.name && profile.models.empty(); });
  if (own == rows_.end()) return;
  if (row.models.empty()) {
    for (Profile& profile : rows_) {
      if (profile.name == row.name) apply(row.settings, profile);
    }
    return;
  }
  // What the user tells of some models goes before what is built in.
  const std::vector<const Profile*> known = model_rows(row.name);
  const auto base = std::ranges::find_if(
      known, [&](const Profile* profile) { return matches_any(profile->models, row.models.front()); });
  Profile profile = base != known.end() ? **base : *own;
  profile.models = row.models;
  apply(row.settings, profile);
  rows_.insert(std::next(own), std::move(profile));
}

std::vector<std::string_view> Profiles::names() const {
  std::vector<std::string_view> names;
  for (const Profile& profile : rows_) {
    if (profile.models.empty()) names.push_back(profile.name);
  }
  return names;
}

const Profile* Profiles::by_name(std::string_view name) const {
  const auto found = std::ranges::find_if(
      rows_, [&](const Profile& profile) { return profile.name == name && profile.models.empty(); });
  return found == rows_.end() ? nullptr : &*found;
}

std::vector<const Profile*> Profiles::model_rows(std::string_view name) const {
  std::vector<const Profile*> found;
  for (const Profile& profile : rows_) {
    if (profile.name == name && !profile.models.empty()) found.push_back(&profile);
  }
  return found;
}

const Profile& profile_for(const Profiles& profiles, std::string_view provider, std::string_view base_url,
                           std::string_view model) {
  // Most requests are for the model of the one before.
  struct Recent {
    std::uint64_t profiles = 0;
    std::string provider, base_url, model;
    const Profile* row = nullptr;
  };
  thread_local Recent recent;
  if (recent.profiles == profiles.id() && recent.provider == provider && recent.base_url == base_url &&
      recent.model == model) {
    return *recent.row;
  }
  const Profile& row = look_up(profiles, provider, base_url, model);
  recent = {profiles.id(), std::string(provider), std::string(base_url), std::string(model), &row};
  return row;
}

Profiles::Identity::Identity() {
  static std::atomic<std::uint64_t> last{0};
  value = ++last;
}

}  // namespace argwright::provider
