// `@qwen-code/qwen-code`: qwen -p.

export const AGENT = {
  name: "qwen",
  variants: ["chat"],
  shows: "notebook_edit", // its helper that writes memories has most tools, too, but not this one
  // Not with its shell: that costs ten seconds of a processor, and on a busy machine loses output.
  scene(needs, file) {
    const read = (more) => ({ name: "read_file", value: { file_path: file, limit: 5, ...more } });
    const write = (more) => ({
      name: "write_file",
      value: { file_path: `${file}.copy`, content: 'it\'s "copied"', ...more },
      proof: /wrote to new file: .*secret\.txt\.copy/,
    });
    const scenes = {
      two: [read(), write()],
      newline: [write({ content: "one\ntwo" })],
      boolean: [write({ record_as_artifact: false })],
      nothing: [{ name: "get_goal", value: {}, proof: /"active":/ }],
      array: undefined, // it has no tool with an array
    };
    return needs in scenes ? scenes[needs] : [read()];
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
