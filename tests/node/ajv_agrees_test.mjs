// Reads the lines of tests/ajv/ajv_lines.cc and lets ajv judge them:
//
//   {"id": ..., "schema": ..., "sent": value or null, "kept": true, "results": [value, ...]}
//
// Every result must validate against the schema; and where what was sent validates already, it must have been
// kept as it was. Format uri is not judged: a bad URI is only warned of (S1-43).
import { readFileSync } from "node:fs";
import { Ajv } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";

const options = {
  strict: false,
  validateSchema: false,
  logger: false,
  multipleOfPrecision: 9, // 0.3 is a multiple of 0.1
};
const dialects = [new Ajv2020(options), new Ajv(options)]; // the second knows a list as "items"
for (const ajv of dialects) {
  addFormats.default(ajv);
  for (const name of ["uri", "url"]) ajv.addFormat(name, true);
}

const compiled = new Map();
function validator(schema) {
  const text = JSON.stringify(schema);
  if (!compiled.has(text)) {
    let last;
    for (const ajv of Array.isArray(schema.items) ? dialects.toReversed() : dialects) {
      try {
        last = ajv.compile(schema);
        break;
      } catch (error) {
        last = error;
      }
    }
    compiled.set(text, last);
  }
  return compiled.get(text);
}

const counts = { lines: 0, results: 0, sent: 0, valid: 0, undecided: 0 };
const faults = [];
for (const text of readFileSync(0, "utf8").split("\n")) {
  if (text === "") continue;
  const line = JSON.parse(text);
  counts.lines += 1;
  const fault = (words, value, validate) =>
    faults.push(
      `${line.id}: ${words}\n  schema ${JSON.stringify(line.schema)}\n  value  ${JSON.stringify(value)}` +
        (validate?.errors ? `\n  ajv    ${validate.errors.map((e) => `${e.instancePath} ${e.message}`).join("; ")}` : ""),
    );
  const validate = validator(line.schema);
  if (validate instanceof Error && !(validate instanceof RangeError)) {
    fault(`ajv cannot read the schema: ${validate.message}`, null);
    continue;
  }
  try {
    if (validate instanceof RangeError) throw validate;
    for (const result of line.results) {
      counts.results += 1;
      if (!validate(result)) fault("accepted, but ajv refuses it", result, validate);
    }
    if (line.sent === null) continue;
    counts.sent += 1;
    if (!validate(line.sent)) continue;
    counts.valid += 1;
    if (!line.kept) fault("valid as sent, but refused or changed", line.sent);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    counts.undecided += 1; // a reference that leads to itself: ajv recurses without end
  }
}

for (const fault of faults.slice(0, 40)) console.log(fault);
console.log(
  `${counts.lines} cases: ${counts.results} results judged, ${counts.valid} of ${counts.sent} valid as sent, ` +
    `${counts.undecided} undecided, ${faults.length} faults`,
);
process.exit(faults.length > 0 || counts.results === 0 ? 1 : 0);
