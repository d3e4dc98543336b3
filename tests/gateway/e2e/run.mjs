// Clients x faults x stream or body x upstream protocols, over real HTTP. See ../README.md.
import { parseArgs } from "node:util";
import { isInstalled } from "./agent_process.mjs";
import { FAULTS } from "./faults.mjs";
import { startGateway } from "./gateway.mjs";
import { agentTasks, libraryTasks, runTasks } from "./matrix.mjs";
import { failureLines, summary, table } from "./told.mjs";
import { startUpstream } from "./upstream.mjs";

const USAGE = `usage: run.mjs [--program argwright | --base-url [PROTOCOL=]URL ... | --raw | --upstream-only]
               [--quick | --long] [--agents] [--client NAME,..] [--fault NAME,..] [--upstream PROTOCOL,..]
               [--mode stream|body] [--upstream-port PORT] [--at-once N] [--verbose]`;

const { values: given } = parseArgs({
  options: {
    program: { type: "string" },
    "base-url": { type: "string", multiple: true },
    raw: { type: "boolean", default: false },
    "upstream-only": { type: "boolean", default: false },
    "upstream-port": { type: "string", default: "0" },
    quick: { type: "boolean", default: false },
    long: { type: "boolean", default: false },
    agents: { type: "boolean", default: false },
    client: { type: "string" },
    fault: { type: "string" },
    upstream: { type: "string" },
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
const ways = [given.program, given["base-url"], given.raw || undefined, given["upstream-only"] || undefined];
if (ways.filter((way) => way !== undefined).length !== 1) {
  usage("one of --program, --base-url, --raw and --upstream-only is needed");
}
const list = (words) => words?.split(",");
const faultNames = list(given.fault);
for (const name of faultNames ?? []) {
  if (!FAULTS.some((fault) => fault.name === name)) {
    usage(`no fault '${name}'; there are: ${FAULTS.map((fault) => fault.name).join(" ")}`);
  }
}

const upstream = await startUpstream({
  port: Number(given["upstream-port"]),
  onRequest(entry) {
    if (!given["upstream-only"]) return;
    const { model, stream, results, problem } = entry.request ?? {};
    say(
      `${entry.protocol} ${model} ${stream ? "stream" : "body"}, ${results?.length} results ${problem ?? ""}`,
    );
  },
});
if (given["upstream-only"]) {
  say(`listening on ${upstream.url}`);
  await new Promise(() => {}); // until it is ended
}

// What was started is ended on exit; a signal is one.
for (const [name, status] of Object.entries({ SIGINT: 130, SIGTERM: 143 })) {
  process.on(name, () => process.exit(status));
}

// ---- what is run ------------------------------------------------------------------------------------

const faults = FAULTS.filter(({ name }) => faultNames?.includes(name) ?? true);
const long = given.long || (!given.quick && Boolean(process.env.ARGWRIGHT_LONG));
const rotate = !long && given.upstream === undefined;
let tasks;
if (given.agents) {
  if (!isInstalled()) {
    say("the agent programs are not installed in tests/gateway/agents; skipped");
    process.exit(77);
  }
  // A quick run: each agent meets every sixth fault, and one that breaks all of them without a gateway.
  const every = long || faultNames !== undefined;
  const some = (fault, number) => every || number % 6 === 0 || fault.name === "double-encoded";
  tasks = agentTasks(faults, { raw: given.raw, all: given.upstream !== undefined, some });
} else {
  // Libraries warn of models that they do not know; what they tell their caller is what is judged.
  console.warn = () => {};
  const { CLIENTS } = await import("./clients.mjs");
  tasks = libraryTasks(CLIENTS, faults, { raw: given.raw, rotate });
}
const clientNames = list(given.client);
tasks = tasks.filter(
  (task) =>
    (clientNames === undefined || clientNames.some((name) => task.client.name.startsWith(name))) &&
    (given.upstream === undefined || list(given.upstream).includes(task.upstream)) &&
    (given.mode === undefined || (given.mode === "stream") === task.stream),
);
if (tasks.length === 0) usage("nothing to run: no client, fault and protocol fit together");

// ---- where it is run --------------------------------------------------------------------------------

const gateways = new Map();
const urls = Object.fromEntries(
  (given["base-url"] ?? [])
    .map((word) => /^(?:(chat|responses|messages)=)?(.*)$/.exec(word).slice(1))
    .map(([name, url]) => [name ?? "all", url]),
);
// An upstream that breaks off or stalls is not asked again for a while; hence a gateway of its own for those faults,
// which waits less.
const gatewayKey = (task) => `${task.upstream}${task.fault.loop ? "" : " breaks"}`;
if (given.program !== undefined) {
  for (const key of new Set(tasks.map(gatewayKey))) {
    const [protocol, kind] = key.split(" ");
    const settings = { program: given.program, upstream: upstream.url, protocol, breaks: kind !== undefined };
    gateways.set(key, await startGateway(settings));
  }
}
const urlFor = (task) => {
  if (given.raw) return upstream.url;
  return gateways.get(gatewayKey(task))?.url ?? urls[task.upstream] ?? urls.all;
};
if (given["base-url"] && tasks.some((task) => urlFor(task) === undefined)) {
  usage("a --base-url is needed for each upstream protocol; or name one with --upstream");
}

// ---- the run ----------------------------------------------------------------------------------------

const began = performance.now();
const results = [];
await runTasks(tasks, {
  upstream,
  urlFor,
  atOnce: Number(given["at-once"] ?? (given.agents ? 2 : 6)),
  // Without a gateway nobody ends a stall, and that is what is to be seen.
  limitFor({ kind, client, fault }) {
    if (kind === "agent") return !fault.loop && client.agent.asksForEver ? 25_000 : 90_000;
    return given.raw && fault.ending === "stall" ? 1500 : 15_000;
  },
  done(result) {
    results.push(result);
    if (given.verbose)
      say(failureLines([result])[0] ?? `ok ${result.client.name} ${result.fault.name} ${result.upstream}`);
  },
});
const troubles = [];
for (const [key, gateway] of gateways) {
  if (!gateway.alive()) troubles.push(`the gateway for ${key} ended during the run\n${gateway.errors()}`);
  const words = await gateway.stop();
  if (words !== undefined) troubles.push(words);
}
await upstream.close();

const failures = results.filter(({ wrong }) => wrong !== undefined);
say(table(results));
if (!given.verbose && !given.raw) for (const line of failureLines(failures)) say(line);
for (const words of troubles) say(words);
say(summary(results, performance.now() - began));

if (given.raw) {
  // Without a gateway: what is not broken has to work, or the test tests nothing; and what is broken has to fail for
  // somebody, or the fault is none.
  const control = failures.filter(({ fault }) => fault.name.startsWith("none"));
  for (const line of failureLines(control)) say(`should work without a gateway: ${line}`);
  process.exit(control.length === 0 && failures.length > 0 ? 0 : 1);
}
process.exit(failures.length === 0 && troubles.length === 0 ? 0 : 1);
