// `@anthropic-ai/claude-code`: claude -p.
import { shellCommand } from "./shared.mjs";

export const AGENT = {
  name: "claude",
  variants: ["messages"],
  shows: "Bash",
  scene(needs, file) {
    const bash = (more) => ({
      name: "Bash",
      value: { command: shellCommand(file), description: "Show the file", timeout: 20000, ...more },
    });
    const read = { name: "Read", value: { file_path: file, limit: 5 } };
    const scenes = {
      two: [bash(), read],
      number: [read],
      newline: [bash({ command: `${shellCommand(file)}\ntrue` })],
      boolean: [bash({ run_in_background: false })],
      nothing: [{ name: "ListAgents", value: {}, proof: /This session is/ }],
      array: [
        {
          name: "ReportFindings",
          value: {
            findings: [{ file: "secret.txt", line: 1, summary: "it's a secret", failure_scenario: "none" }],
          },
          proof: /^1 finding reported/,
        },
      ],
    };
    return scenes[needs] ?? [bash()];
  },
  start: ({ url, model, prompt }) => ({
    program: "claude",
    args: ["-p", prompt, "--model", model, "--allowedTools", "Bash,Read,ListAgents,ReportFindings"],
    env: {
      ANTHROPIC_BASE_URL: url,
      ANTHROPIC_API_KEY: "none",
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
      CLAUDE_CODE_MAX_RETRIES: "0",
      DISABLE_AUTOUPDATER: "1",
    },
  }),
};
