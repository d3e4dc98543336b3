// `opencode-ai`: opencode run, through each of the three protocols.
import { shellCommand } from "./shared.mjs";

const PACKAGES = {
  chat: "@ai-sdk/openai-compatible",
  responses: "@ai-sdk/openai",
  messages: "@ai-sdk/anthropic",
};

export const AGENT = {
  name: "opencode",
  variants: ["chat", "responses", "messages"],
  shows: "todowrite",
  quietWhenCut: true,
  asksForEver: true, // after an error, with longer and longer pauses
  scene(needs, file) {
    const bash = (more) => ({
      name: "bash",
      value: { command: shellCommand(file), timeout: 20000, ...more },
    });
    const read = { name: "read", value: { filePath: file, limit: 5 } };
    const todos = [{ content: "read the 'secret'", status: "completed", priority: "high" }];
    const scenes = {
      two: [bash(), read],
      number: [read],
      newline: [bash({ command: `${shellCommand(file)}\ntrue` })],
      array: [{ name: "todowrite", value: { todos }, proof: /^\[\s*{/ }],
      nothing: undefined, // it has no tool without arguments
    };
    return needs in scenes ? scenes[needs] : [bash()];
  },
  start: ({ url, model, prompt, protocol }) => ({
    program: "opencode",
    args: ["run", "--model", `argwright/${model}`, prompt],
    env: {
      OPENCODE_DISABLE_AUTOUPDATE: "1",
      OPENCODE_DISABLE_MODELS_FETCH: "1",
      OPENCODE_DISABLE_LSP_DOWNLOAD: "1",
      OPENCODE_DISABLE_DEFAULT_PLUGINS: "1",
    },
    files: {
      ".config/opencode/opencode.json": JSON.stringify({
        autoupdate: false,
        share: "disabled",
        small_model: `argwright/${model}`,
        provider: {
          argwright: {
            npm: PACKAGES[protocol],
            name: "Argwright",
            options: { baseURL: `${url}/v1`, apiKey: "none" },
            models: { [model]: { name: model } },
          },
        },
      }),
    },
  }),
};
