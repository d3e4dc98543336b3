// Five-round loops of every client with every fake provider, through the gateway. See ../README.md.
import { parseArgs } from "node:util";
import { startGateway } from "../e2e/gateway.mjs";
import { FAMILIES } from "./families.mjs";
import { configFor } from "./gateway_config.mjs";
import { judgeLoop, loopsOf, runLoop } from "./loops.mjs";
import { startProvider } from "./server.mjs";

const USAGE = `usage: run.mjs [--program argwright | --raw] [--vault-off] [--agents] [--quick | --long]
               [--client NAME,..] [--provider NAME,..] [--mode stream|body] [--at-once N] [--verbose]`;
const { values: given } = parseArgs({
  options: {
    program: { type: "string" },
    raw: { type: "boolean", default: false },
    "vault-off": { type: "boolean", default: false },
    agents: { type: "boolean", default: false },
    quick: { type: "boolean", default: false },
    long: { type: "boolean", default: false },
    client: { type: "string" },
    provider: { type: "string" },
    mode: { type: "string" },
    "at-once": { type: "string" },
    verbose: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});
const say = (text) => process.stdout.write(`${text}\n`);
const usage = (words) => {
  process.stderr.write(`${words}\n${USAGE}\n`);
  process.exit(2);
};
if (given.help) {
  say(USAGE);
  process.exit(0);
}
if ((given.program === undefined) === !given.raw) usage("one of --program and --raw is needed");
for (const [name, status] of Object.entries({ SIGINT: 130, SIGTERM: 143 }))
  process.on(name, () => process.exit(status));

process.setMaxListeners(0); // each gateway is ended on exit

const list = (words) => words?.split(",");
const names = list(given.provider);
for (const name of names ?? []) {
  if (!FAMILIES.some((family) => family.name === name))
    usage(`no provider '${name}'; there are: ${FAMILIES.map((family) => family.name).join(" ")}`);
}
const families = FAMILIES.filter(
  ({ name, refusesMissing }) => (names?.includes(name) ?? true) && (!given["vault-off"] || refusesMissing),
);
const every = given.long || (!given.quick && Boolean(process.env.ARGWRIGHT_LONG));

// Libraries warn of models that they do not know; what they tell their caller is what is judged.
console.warn = () => {};
let run = runLoop;
let judge = judgeLoop;
let clients;
if (given.agents) {
  const agents = await import("./agent_loops.mjs");
  if (!agents.isInstalled()) {
    say("the agent programs are not installed in tests/gateway/agents; skipped");
    process.exit(77);
  }
  ({ clients, runAgentLoop: run, judgeAgentLoop: judge } = agents);
} else {
  const libraries = await import("../e2e/clients.mjs");
  const plain = await import("./plain_clients.mjs");
  clients = [...libraries.CLIENTS, ...plain.CLIENTS];
}
const wanted = list(given.client);
clients = clients.filter(({ name }) => wanted?.some((word) => name.startsWith(word)) ?? true);

const loops = loopsOf(clients, families, { every: every && !given.agents })
  .map((loop) => (given.agents ? { ...loop, stream: true } : loop))
  .filter(
    ({ client, family, stream }) =>
      (given.mode === undefined || (given.mode === "stream") === stream) &&
      (!given.raw || client.protocol === family.protocol),
  );
if (loops.length === 0) usage("nothing to run: no client, provider and mode fit together");

const places = new Map();
for (const family of families) {
  const fake = await startProvider(family, { anyPath: given.raw });
  const gateway = given.raw
    ? { url: fake.url.replace(/\/v1$/, ""), alive: () => true, stop: async () => undefined }
    : await startGateway({
        program: given.program,
        config: configFor(family, fake.url, { vault: !given["vault-off"] }),
      });
  places.set(family, { fake, gateway });
}

const began = performance.now();
const results = [];
const queue = [...loops];
let number = 0;
async function work() {
  for (let loop = queue.shift(); loop !== undefined; loop = queue.shift()) {
    const mark = `loop${(number += 1)}`;
    const { fake, gateway } = places.get(loop.family);
    const outcome = await run(loop, gateway.url, mark);
    const wrong = judge(outcome, fake.entriesOf(outcome.mark ?? mark), loop);
    const result = { ...loop, wrong };
    results.push(result);
    const line = `${loop.client.name} ${loop.family.name} ${loop.stream ? "stream" : "body"}`;
    if (given.verbose || (wrong !== undefined && !given["vault-off"]))
      say(`${wrong === undefined ? "ok" : "FAILED"} ${line}${wrong === undefined ? "" : `: ${wrong}`}`);
  }
}
await Promise.all(Array.from({ length: Number(given["at-once"] ?? (given.agents ? 2 : 6)) }, work));

const troubles = [];
for (const [family, { fake, gateway }] of places) {
  if (!gateway.alive())
    troubles.push(`the gateway for ${family.name} ended during the run\n${gateway.errors()}`);
  const words = await gateway.stop();
  if (words !== undefined) troubles.push(words);
  const broken = fake.entries.find(({ status }) => status === 500);
  if (broken !== undefined) troubles.push(broken.problem);
  await fake.close();
}

const failed = results.filter(({ wrong }) => wrong !== undefined);
for (const family of families) {
  const of = results.filter((result) => result.family === family);
  say(
    `${family.name.padEnd(20)} ${of.filter(({ wrong }) => wrong === undefined).length} of ${of.length} loops complete`,
  );
}
for (const words of troubles) say(words);
const seconds = ((performance.now() - began) / 1000).toFixed(0);
say(`${results.length - failed.length} passed, ${failed.length} failed, in ${seconds} s`);

if (given["vault-off"]) {
  const { judgeVaultOff } = await import("./vault_off.mjs");
  const words = judgeVaultOff(results);
  for (const line of words) say(line);
  process.exit(words.length === 0 && troubles.length === 0 ? 0 : 1);
}
process.exit(given.raw || (failed.length === 0 && troubles.length === 0) ? 0 : 1);
