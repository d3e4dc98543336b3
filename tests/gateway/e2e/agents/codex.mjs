// `@openai/codex`: codex exec.
import { shellCommand } from "./shared.mjs";

export const AGENT = {
  name: "codex",
  variants: ["responses"],
  shows: "exec_command",
  scene(needs, file) {
    const exec = (more) => ({
      name: "exec_command",
      value: { cmd: shellCommand(file), yield_time_ms: 5000, ...more },
    });
    const scenes = {
      two: [exec(), exec({ cmd: `cat ${file}` })],
      newline: [exec({ cmd: `${shellCommand(file)}\ntrue` })],
      boolean: [exec({ tty: false })],
      array: [exec({ prefix_rule: ["cat", "echo 'x'"] })],
      nothing: [{ name: "get_goal", value: {}, proof: /"goal":/ }],
    };
    return scenes[needs] ?? [exec()];
  },
  start: ({ url, model, prompt }) => ({
    program: "codex",
    args: ["exec", "--skip-git-repo-check", "--dangerously-bypass-approvals-and-sandbox", prompt],
    env: { ARGWRIGHT_KEY: "none" },
    files: {
      ".codex/config.toml": [
        `model = "${model}"`,
        'model_provider = "argwright"',
        "check_for_update_on_startup = false",
        "[analytics]",
        "enabled = false",
        "[model_providers.argwright]",
        'name = "Argwright"',
        `base_url = "${url}/v1"`,
        'wire_api = "responses"',
        'env_key = "ARGWRIGHT_KEY"',
        "request_max_retries = 0",
        "stream_max_retries = 0",
        "",
      ].join("\n"),
    },
  }),
};
