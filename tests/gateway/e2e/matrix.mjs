// Which combinations are run, and how: libraries and agents against one address for each upstream protocol.
import { randomBytes } from "node:crypto";
import { AGENTS } from "./agents.mjs";
import { runAgent } from "./agent_process.mjs";
import { existsIn, modelOf } from "./faults.mjs";
import { judge, judgeAgent } from "./judge.mjs";

const PROTOCOLS = ["chat", "responses", "messages"];

// The protocols of the upstream in front of which a client is tried. raw: its own, for there is nothing in between.
// rotate: Chat, and in turn one of the others.
function upstreamsFor(client, { raw, rotate }, number) {
  if (raw) return [client.protocol];
  if (!rotate) return PROTOCOLS;
  return ["chat", PROTOCOLS[1 + (number % 2)]];
}

// [{kind, client, fault, upstream, stream}]. The rotation counts on, so that all pairs come up in one run.
export function libraryTasks(clients, faults, choice) {
  const tasks = [];
  let number = 0;
  for (const client of clients) {
    for (const fault of faults) {
      for (const stream of [true, false]) {
        number += 1;
        for (const upstream of upstreamsFor(client, choice, number)) {
          if (existsIn(fault, upstream, stream))
            tasks.push({ kind: "library", client, fault, upstream, stream });
        }
      }
    }
    number += 1;
  }
  return tasks;
}

// Agents only stream. `some`: a choice of faults, another for each. They are slow, so each fault is met once, with the
// upstream's protocol in turn; `all`: with every protocol.
export function agentTasks(faults, { raw, all, some }) {
  const tasks = [];
  let number = 0;
  for (const agent of AGENTS) {
    for (const protocol of agent.variants) {
      const client = { name: `${agent.name}/${protocol}`, protocol, agent };
      for (const fault of faults) {
        number += 1;
        if (agent.scene(fault.needs, "/file") === undefined || !some(fault, number)) continue;
        const there = PROTOCOLS.filter((name) => existsIn(fault, name, true));
        const inTurn = there[tasks.length % there.length];
        const upstreams = raw ? there.filter((name) => name === protocol) : all ? there : [inTurn];
        for (const upstream of upstreams)
          tasks.push({ kind: "agent", client, fault, upstream, stream: true });
      }
      number += 1; // the next one meets others
    }
  }
  return tasks;
}

async function runLibrary({ client, fault, stream }, url, tag, limit) {
  const abort = new AbortController();
  let timer;
  const tooLate = `no end after ${limit} ms`;
  const late = new Promise((resolve) => {
    timer = setTimeout(() => {
      abort.abort();
      resolve({ calls: [], late: tooLate, error: new Error(tooLate) });
    }, limit);
  });
  const seen = await Promise.race([
    client.run({ url, model: modelOf(fault, tag), stream, signal: abort.signal, timeout: limit + 1000 }),
    late,
  ]).catch((error) => ({ calls: [], error })); // of the library itself
  clearTimeout(timer);
  return seen;
}

// urls: upstream protocol -> address that the client is told. Calls done(result) for each.
export async function runTasks(tasks, { upstream, urlFor, atOnce, limitFor, done }) {
  const queue = [...tasks];
  let number = 0;
  async function work() {
    for (let task = queue.shift(); task !== undefined; task = queue.shift()) {
      const tag = `r${(number += 1)}`;
      const began = performance.now();
      const url = urlFor(task);
      let wrong;
      if (task.kind === "agent") {
        const secret = `secret-${randomBytes(6).toString("hex")}`;
        const seen = await runAgent(task.client.agent, {
          url,
          secret,
          model: modelOf(task.fault, tag),
          protocol: task.client.protocol,
          limit: limitFor(task),
        });
        wrong = judgeAgent(task, seen, upstream.requestsOf(tag), secret);
      } else {
        wrong = judge(task.fault, await runLibrary(task, url, tag, limitFor(task)), upstream.requestsOf(tag));
      }
      upstream.forget(tag);
      done({ ...task, wrong, ms: performance.now() - began });
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work));
}
