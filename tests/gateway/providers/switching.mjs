// A conversation that goes on with another provider, for every pair, with a client that keeps all that it is given: with
// the second question, or in the middle of the first one's tool loop. What one provider signed is never shown to the
// other, and what the other wants to see on every turn with calls is there.
import { parseArgs, isDeepStrictEqual } from "node:util";
import { startGateway } from "../e2e/gateway.mjs";
import { FAMILIES } from "./families.mjs";
import { configForAll } from "./gateway_config.mjs";
import { converse, keepAll } from "./plain_client.mjs";
import { ANSWERS, EXPECTED_CALLS } from "./script.mjs";
import { startProvider } from "./server.mjs";

const { values: given } = parseArgs({
  options: { program: { type: "string" }, from: { type: "string" }, to: { type: "string" } },
});
const say = (text) => process.stdout.write(`${text}\n`);
if (given.program === undefined) {
  process.stderr.write("usage: switching.mjs --program argwright [--from PROVIDER] [--to PROVIDER]\n");
  process.exit(2);
}
// One of each model: the route goes by its name.
const families = FAMILIES.filter(
  ({ model }, at) => FAMILIES.findIndex((family) => family.model === model) === at,
);
const places = [];
for (const family of families) {
  const fake = await startProvider(family);
  places.push({ family, fake, url: fake.url });
}
const gateway = await startGateway({ program: given.program, config: configForAll(places) });

const runs = [];
for (const from of places) {
  for (const to of places) {
    if (from === to || (given.from ?? from.family.name) !== from.family.name) continue;
    if ((given.to ?? to.family.name) !== to.family.name) continue;
    for (const protocol of ["chat", "messages", "responses"])
      for (const at of ["question", "loop"]) runs.push({ from, to, protocol, at });
  }
}
const withoutThought = (text) => text.replace(/^<think>[^]*<\/think>/, "").trimStart();
let failed = 0;
const IN_LOOP = 3; // requests go to the first
const ASKING = {
  chat: { reasoning_effort: "high" },
  messages: { thinking: { type: "enabled", budget_tokens: 2048 } },
  responses: { reasoning: { effort: "high" } },
};
for (const [number, { from, to, protocol, at }] of runs.entries()) {
  const mark = `switch${number}`;
  let wrong;
  try {
    const seen = await converse({
      url: `${gateway.url}/v1`,
      protocol,
      model:
        at === "question"
          ? [from.family.model, to.family.model]
          : (asked) => (asked < IN_LOOP ? from : to).family.model,
      mark,
      stream: number % 4 < 2,
      history: keepAll,
      more: to.family.effort && ASKING[protocol],
    });
    if (!isDeepStrictEqual(seen.calls, EXPECTED_CALLS)) wrong = `ran ${JSON.stringify(seen.calls)}`;
    if (!isDeepStrictEqual(seen.texts.map(withoutThought), ANSWERS)) wrong = `said ${seen.texts}`;
  } catch (error) {
    wrong = error.message;
  }
  const entries = [...from.fake.entriesOf(mark), ...to.fake.entriesOf(mark)];
  const refused = entries.find(({ status }) => status !== 200);
  if (refused !== undefined) wrong = `refused: ${refused.problem}`;
  const notices = [...new Set(entries.flatMap(({ notices: list }) => list))];
  if (notices.length > 0) wrong ??= `noticed: ${notices.slice(0, 3).join("; ")}`;
  if (wrong !== undefined) {
    failed += 1;
    say(`FAILED ${from.family.name} to ${to.family.name}, changed at the ${at}, ${protocol}: ${wrong.slice(0, 300)}`);
  }
}
const words = await gateway.stop();
if (words !== undefined) say(words);
for (const { fake } of places) await fake.close();
say(`${runs.length - failed} passed, ${failed} failed`);
process.exit(failed === 0 && words === undefined ? 0 : 1);
