// sdk_conformance_test.mjs FOLDER [--left-out FILE | --generated] [--show NUMBER]: serves the replies of FOLDER to
// unmodified SDKs and compares what they show with what was expected. FOLDER/manifest.jsonl holds one line per reply and
// target protocol:
//
//   {"name": "anthropic/some-recording.sse", "source": "messages", "to": "chat|responses|messages",
//    "stream": true, "status": 200, "file": "000123.sse",
//    "expect": {"calls": [{"id", "name", "arguments": {..}, "custom": false}], "text", "reasoning", "refusal",
//               "finish": "stop|tool_calls|length|content_filter|pause|unknown",
//               "usage": {"input", "output", "cached", "reasoning"}  (those that were told),
//               "error": null or {"status", "message", "stream": true where it comes inside a stream of status 200}}}
//
// Arguments that are no JSON (a call that was cut off) and what a custom tool gets are expected as a string.
// reasoning: what clients of that protocol can see, joined. `finish` is the neutral word; what a protocol or a client
// cannot say is in the tables of sdk_clients.mjs.
//
// Failures in tests/conformance/left_out.txt (name<TAB>client or *<TAB>reason) are counted, not failed; an entry that
// nothing needs any more is a failure, unless it is of the shared recordings and those are absent. Generated replies have
// no names that last: with --generated the list is not read, and what a client cannot read is told by the patterns
// UNREADABLE of sdk_clients.mjs. Ends with 1 on any failure, with 2 when the call is at fault.
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { describe, readLeftOut, readManifest, runCases, table } from "./sdk_run.mjs";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    "left-out": {
      type: "string",
      default: fileURLToPath(new URL("../conformance/left_out.txt", import.meta.url)),
    },
    generated: { type: "boolean", default: false },
    show: { type: "string", default: "20" }, // failures
  },
});
if (positionals.length !== 1) {
  console.error("usage: sdk_conformance_test.mjs FOLDER [--left-out FILE | --generated] [--show NUMBER]");
  process.exit(2);
}

const cases = readManifest(positionals[0]);
const stray = [];
process.on("unhandledRejection", (reason) => stray.push(reason)); // an SDK's own: told, never hidden
const { generated } = values;
const leftOut = generated ? [] : readLeftOut(values["left-out"]);
const { rows, failures, limits, unreadable, stale } = await runCases(cases, { leftOut, generated });

const shown = Number(values.show);
for (const failure of failures.slice(0, shown)) console.log(`${describe(failure)}\n`);
if (failures.length > shown) console.log(`... and ${failures.length - shown} more\n`);
for (const { name, client, reason } of stale) {
  console.log(`left out, but no longer needed: ${name} ${client} (${reason})`);
}
for (const { name, client, reason, uses } of leftOut) {
  if (uses > 0) console.log(`left out: ${name} read by ${client}: ${reason}`);
}
for (const { client, why, uses } of unreadable) {
  console.log(`not read by ${client}, ${uses} times: ${why}`);
}
for (const { client, fields, why, uses } of limits) {
  console.log(`not shown by ${client}, ${uses} times: ${fields.join(", ")}: ${why}`);
}
if (stray.length > 0)
  console.log(
    `${stray.length} rejections that an SDK left unhandled, the first: ${stray[0]?.stack ?? stray[0]}`,
  );
console.log(`\n${table(rows)}`);
console.log(
  `\n${cases.length} replies, ${failures.length} failures, ${leftOut.length} entries of replies left out, ` +
    `${stale.length} no longer needed`,
);
process.exit(failures.length > 0 || stale.length > 0 || rows.length === 0 ? 1 : 0);
