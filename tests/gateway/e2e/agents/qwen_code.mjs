// `@qwen-code/qwen-code`: qwen -p.
import { shellCommand } from "./shared.mjs";

export const AGENT = {
  name: "qwen",
  variants: ["chat"],
  shows: "notebook_edit", // its helper that writes memories has the shell, too, but not this one
  scene(needs, file) {
    const shell = (more) => ({
      name: "run_shell_command",
      value: { command: shellCommand(file), is_background: false, timeout: 20000, ...more },
    });
    const read = { name: "read_file", value: { file_path: file, limit: 5 } };
    const scenes = {
      two: [shell(), read],
      number: [read],
      newline: [shell({ command: `${shellCommand(file)}\ntrue` })],
      nothing: [{ name: "get_goal", value: {}, proof: /./ }],
      array: undefined, // it has no tool with an array
    };
    return needs in scenes ? scenes[needs] : [shell()];
  },
  start: ({ url, model, prompt }) => ({
    program: "qwen",
    args: ["--auth-type", "openai", "--yolo", "-p", prompt],
    env: { OPENAI_API_KEY: "none", OPENAI_BASE_URL: `${url}/v1`, OPENAI_MODEL: model },
    files: {
      ".qwen/settings.json": JSON.stringify({
        general: { disableAutoUpdate: true, disableUpdateNag: true },
        privacy: { usageStatisticsEnabled: false },
        telemetry: { enabled: false },
        memory: { enableManagedAutoMemory: false },
        model: { generationConfig: { maxRetries: 0 } },
      }),
    },
  }),
};
