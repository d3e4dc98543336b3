// Two gateways with one PostgreSQL behind nginx: 200 loops at once, of clients that drop reasoning, with providers that
// refuse what is missing. Half-way one gateway is killed and started again; in another run PostgreSQL is restarted. Half
// of the loops go on meanwhile, the others when the trouble is over: else a fast machine is done before it.
// Every loop comes to its end, and no request is refused. Last, two gateways with stores of their own: there requests
// are refused, which tells that it is the shared store that carries the loops.
import { parseArgs } from "node:util";
import { setTimeout as sleep } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { startGateway } from "../e2e/gateway.mjs";
import { DEEPSEEK_V4 } from "./deepseek_v4.mjs";
import { configForAll } from "./gateway_config.mjs";
import { KIMI } from "./kimi.mjs";
import * as nginx from "./nginx.mjs";
import { converse, dropReasoning } from "./plain_client.mjs";
import * as postgres from "./postgres.mjs";
import { ANSWERS, EXPECTED_CALLS } from "./script.mjs";
import { startProvider } from "./server.mjs";

const { values: given } = parseArgs({
  options: {
    program: { type: "string" },
    loops: { type: "string", default: "200" },
    only: { type: "string" }, // nothing, gateway, postgres, apart
    verbose: { type: "boolean", default: false },
  },
});
const say = (text) => process.stdout.write(`${text}\n`);
if (given.program === undefined) {
  process.stderr.write(
    "usage: two_gateways.mjs --program argwright [--loops N] [--only nothing|gateway|postgres|apart]\n",
  );
  process.exit(2);
}
if (!postgres.isInstalled() || !nginx.isInstalled()) {
  say("nginx or PostgreSQL 15 is not installed; skipped");
  process.exit(77);
}
for (const [name, status] of Object.entries({ SIGINT: 130, SIGTERM: 143 }))
  process.on(name, () => process.exit(status));

const LIMIT_MS = 60_000;
const REPLIES = 8; // of one loop
const loops = Number(given.loops);

// What a client may do about a connection that breaks or a server that is not there: ask again. Never for a 400.
function patientPost(counts) {
  return async (url, init) => {
    for (let attempt = 0; ; attempt += 1) {
      try {
        const response = await fetch(url, init);
        if (response.status === 400) counts.refused += 1;
        if (response.status < 500 || attempt >= 40) {
          // All of it here, so that what breaks off on the way is asked again, too.
          const text = await response.text();
          counts.done += 1;
          return new Response(text, { status: response.status });
        }
        counts.again += 1;
        await response.arrayBuffer();
      } catch (error) {
        counts.again += 1;
        if (attempt >= 40) throw error;
      }
      await sleep(100 + 50 * Math.min(attempt, 10));
    }
  };
}

async function runLoops(name, place, makeTrouble, { quiet = false } = {}) {
  const counts = { done: 0, again: 0, refused: 0 };
  const post = patientPost(counts);
  let trouble = Promise.resolve();
  const waitingPost = async (...request) => {
    await trouble;
    return await post(...request);
  };
  const began = performance.now();
  const failures = [];
  const one = async (number) => {
    const family = families[number % 2];
    const protocol = number % 4 < 2 ? "chat" : "messages";
    const mark = `${name}${number}`;
    try {
      const { texts, calls } = await converse({
        url: `${place.url}/v1`,
        protocol,
        model: family.model,
        mark,
        stream: number % 8 < 4,
        history: dropReasoning,
        post: number % 16 < 8 ? post : waitingPost,
      });
      if (!isDeepStrictEqual(calls, EXPECTED_CALLS)) throw new Error(`ran ${JSON.stringify(calls)}`);
      if (!isDeepStrictEqual(texts, ANSWERS)) throw new Error(`answered ${JSON.stringify(texts)}`);
    } catch (error) {
      failures.push(`${mark} ${family.name} ${protocol}: ${error.message}`);
    }
  };
  let over = false;
  let after = 0; // replies that came during the trouble
  let lasted = 0;
  const halfway = (async () => {
    while (counts.done < (loops * REPLIES) / 2 && !over) await sleep(10);
    if (over) return;
    const [before, moment] = [counts.done, performance.now()];
    trouble = makeTrouble();
    await trouble;
    after = counts.done - before;
    lasted = performance.now() - moment;
  })();
  await Promise.race([
    Promise.all(Array.from({ length: loops }, (_none, number) => one(number))),
    sleep(LIMIT_MS, undefined, { ref: false }).then(() => failures.push(`not over after ${LIMIT_MS} ms`)),
  ]);
  over = true;
  await halfway;
  if (after === 0 && makeTrouble !== TROUBLES.nothing) failures.push("no reply came during the trouble");
  for (const line of failures.slice(0, given.verbose ? 1000 : quiet ? 0 : 5)) say(line);
  say(
    `${name}: ${loops - Math.min(loops, failures.length)} of ${loops} loops complete, ${counts.refused} times 400, ` +
      `${counts.again} requests asked again, ${after} replies during the ${(lasted / 1000).toFixed(1)} s of trouble, ` +
      `${((performance.now() - began) / 1000).toFixed(1)} s`,
  );
  return { complete: failures.length === 0 && counts.refused === 0, refused: counts.refused };
}

// Turns whose reasoning this gateway found in the store: another one had remembered them.
async function fromStore(url) {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(/^argwright_reasoning_restored_total\{source="store"\} (\S+)$/m.exec(text)?.[1]);
}

const database = await postgres.startPostgres();
const fakes = [await startProvider(DEEPSEEK_V4), await startProvider(KIMI)];
const listen = [`127.0.0.1:${await postgres.freePort()}`, `127.0.0.1:${await postgres.freePort()}`];
const families = [DEEPSEEK_V4, KIMI];
const places = families.map((family, at) => ({ family, url: fakes[at].url }));
const config = configForAll(places, { store: database.url });
const start = (at) => startGateway({ program: given.program, config, listen: listen[at] });
const gateways = [await start(0), await start(1)];
const balancer = await nginx.startNginx(listen);

const TROUBLES = {
  nothing: async () => {},
  gateway: async () => {
    await gateways[0].kill();
    await sleep(1000);
    gateways[0] = await start(0);
  },
  postgres: async () => database.restart(4000), // as long as a busy machine takes
};
const isWanted = (name) => given.only === undefined || given.only.split(",").includes(name);
let right = true;
for (const [name, trouble] of Object.entries(TROUBLES)) {
  if (!isWanted(name)) continue;
  right = (await runLoops(name, balancer, trouble)).complete && right;
  const found = await Promise.all(gateways.map(({ url }) => fromStore(url)));
  say(`${name}: the gateways found ${found.join(" and ")} turns that the other one had remembered`);
  right = right && found.every((count) => count > 0);
  const noticed = fakes.flatMap(({ entries }) => entries.flatMap(({ notices }) => notices));
  if (noticed.length > 0) {
    right = false;
    say(`the providers noticed: ${[...new Set(noticed)].slice(0, 3).join("; ")}`);
  }
}
await balancer.stop();
if (isWanted("apart")) {
  const alone = configForAll(places, { store: "sqlite::memory:" });
  const pair = [];
  for (let i = 0; i < 2; i += 1) pair.push(await startGateway({ program: given.program, config: alone }));
  const between = await nginx.startNginx(pair.map(({ url }) => url.replace("http://", "")));
  const { refused } = await runLoops("apart", between, TROUBLES.nothing, { quiet: true });
  right = right && refused > 0;
  await between.stop();
  for (const gateway of pair) await gateway.stop();
}
for (const gateway of gateways) {
  const words = await gateway.stop();
  if (words !== undefined) say(words);
  right = right && words === undefined;
}
for (const fake of fakes) await fake.close();
database.stop();
say(right ? "all loops complete" : "FAILED");
process.exit(right ? 0 : 1);
