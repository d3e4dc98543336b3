// [[listener]]
#include <array>

#include "gateway/config/address.h"
#include "gateway/config/parts.h"

namespace argwright::gateway {
namespace {

constexpr std::array kFields = {
    Field<ListenerConfig>{"address",
                          [](const Entry& entry, ListenerConfig& listener) {
                            const auto text = entry.text();
                            if (!text) return;
                            const Result<ListenAddress> read = parse_listen_address(*text);
                            if (!read) {
                              entry.fail(quoted(*text) + " " + read.error().message);
                              return;
                            }
                            listener.address = read->address;
                            listener.port = read->port;
                          },
                          [](const ListenerConfig& listener) {
                            return json::Value(show_address(listener.address, listener.port));
                          }},
    Field<ListenerConfig>{
        "certificate",
        [](const Entry& entry, ListenerConfig& listener) { read_file_name(entry, listener.certificate); },
        [](const ListenerConfig& listener) { return json::Value(listener.certificate); }},
    Field<ListenerConfig>{
        "private_key",
        [](const Entry& entry, ListenerConfig& listener) { read_file_name(entry, listener.private_key); },
        [](const ListenerConfig& listener) { return json::Value(listener.private_key); }},
};

}  // namespace

ListenerConfig read_listener(const Entry& entry) {
  ListenerConfig listener;
  read_fields<ListenerConfig>(entry, kFields, listener);
  const TomlMember* const certificate = entry.value().find("certificate");
  const TomlMember* const private_key = entry.value().find("private_key");
  if (certificate != nullptr && private_key == nullptr)
    entry.member(*certificate).fail("needs a private_key beside it");
  if (certificate == nullptr && private_key != nullptr)
    entry.member(*private_key).fail("needs a certificate beside it");
  return listener;
}

json::Value show_listener(const ListenerConfig& listener) {
  return show_fields<ListenerConfig>(kFields, listener);
}

}  // namespace argwright::gateway
