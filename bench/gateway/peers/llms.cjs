// llms.cjs PORT UPSTREAM: @musistudio/llms as a server, with its transformer that mends tool calls. Clients ask for
// the model "bench,NAME".
const exported = require("@musistudio/llms");
const Server = exported.default ?? exported;
const [port, upstream] = process.argv.slice(2);

new Server({
  logger: false,
  useJsonFile: false,
  useEnvFile: false,
  initialConfig: {
    HOST: "127.0.0.1",
    PORT: port,
    providers: [
      {
        name: "bench",
        api_base_url: `${upstream}/chat/completions`,
        api_key: "sk-bench",
        models: ["bench-body", "bench-burst", "bench-single"],
        transformer: { use: ["enhancetool"] },
      },
    ],
  },
}).start();
