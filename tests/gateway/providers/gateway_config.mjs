// argwright.toml for a gateway in front of one fake, or of several.

// vault: false: nothing is remembered and no tokens are given, so that it is the client who keeps reasoning or drops it.
export function configFor(family, url, { vault = true, store = "sqlite::memory:", more = "" } = {}) {
  return `
[[upstream]]
name = "fake"
provider = "${family.provider}"
protocol = "${family.protocol}"
base_url = "${url}"

[retry]
attempts = 1
breaker_failures = 1000000

[log]
access = "off"
level = "warn"

[store]
url = "${store}"
${vault ? "" : "vault = false\n\n[reasoning]\ntokens = false\n"}
${more}
${family.config ?? ""}
`;
}

// One gateway for many: each model goes to its own provider.
export const configForAll = (places, { store = "sqlite::memory:" } = {}) => `
${places
  .map(
    ({ family, url }) => `
[[upstream]]
name = "${family.name}"
provider = "${family.provider}"
protocol = "${family.protocol}"
base_url = "${url}"

[[route]]
models = ["${family.model}"]
upstreams = ["${family.name}"]
`,
  )
  .join("")}
[retry]
attempts = 1
breaker_failures = 1000000

[log]
access = "off"
level = "warn"

[store]
url = "${store}"
`;
