// jsonrepair.mjs FOLDER CORPUS: measures npm's jsonrepair on the texts that `bench_repair --write-texts FOLDER`
// wrote, and what it makes of the corpus. Prints JSON: {documents: {name: ns or null}, shapes: {name: ms or null}, version,
// answers: {"file:line": text or null}}. null: it threw, or took longer than the cap.
//
// jsonrepair.mjs --once FILE: milliseconds of one call, for a process that can be stopped.
import { spawnSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(import.meta.url);
const nodeFolder = join(here, "../../tests/node");
const { jsonrepair } = createRequire(join(nodeFolder, "package.json"))("jsonrepair");

const CAP_MS = 10_000;

function attempt(text) {
  try {
    return jsonrepair(text);
  } catch {
    return null;
  }
}

// Nanoseconds of processor time of one call, the best of several rounds, as bench_repair counts them.
function measure(text) {
  if (attempt(text) === null) return null; // giving up early is no speed
  const run = (count) => {
    const begin = process.cpuUsage();
    for (let i = 0; i < count; i++) attempt(text);
    const { user, system } = process.cpuUsage(begin);
    return (1000 * (user + system)) / count;
  };
  const budget = 60e6;
  let count = 1;
  while (count < 1e6 && run(count) * count < 5 * budget) count *= 2; // the compiler settles
  count = Math.max(1, Math.round(count / 5));
  let best = Infinity;
  for (let i = 0; i < 7; i++) best = Math.min(best, run(count));
  return best;
}

function once(file) {
  const text = readFileSync(file, "utf8");
  attempt('{"a": "b "c" d",}');
  const begin = process.hrtime.bigint();
  attempt(text);
  return Number(process.hrtime.bigint() - begin) / 1e6;
}

function onceCapped(file) {
  const child = spawnSync(process.execPath, [here, "--once", file], { timeout: CAP_MS, encoding: "utf8" });
  return child.status === 0 ? Number(child.stdout) : null;
}

function answers(folder) {
  const result = {};
  for (const name of readdirSync(folder).filter((n) => n.endsWith(".jsonl")).sort()) {
    readFileSync(join(folder, name), "utf8").split("\n").forEach((line, index) => {
      if (line === "") return;
      const { raw } = JSON.parse(line);
      if (typeof raw === "string") result[`${name}:${index + 1}`] = attempt(raw);
    });
  }
  return result;
}

if (process.argv[2] === "--once") {
  console.log(once(process.argv[3]));
} else {
  const [folder, corpus] = process.argv.slice(2);
  const installed = JSON.parse(readFileSync(join(nodeFolder, "node_modules/jsonrepair/package.json"), "utf8"));
  const report = { version: installed.version, documents: {}, shapes: {}, answers: {} };
  for (const { kind, name, file } of JSON.parse(readFileSync(join(folder, "list.json"), "utf8"))) {
    if (kind === "document") report.documents[name] = measure(readFileSync(file, "utf8"));
    if (kind === "shape") report.shapes[name] = onceCapped(file);
  }
  report.answers = answers(corpus);
  console.log(JSON.stringify(report));
}
