console.log("x");
import { CLIENTS } from "./clients.mjs";
import { FAULTS, existsIn, modelOf } from "./faults.mjs";
import { startUpstream } from "./upstream.mjs";
import { judge } from "./judge.mjs";
const up = await startUpstream();
let n = 0, ok = 0, bad=0;
for (const client of CLIENTS) for (const fault of FAULTS.filter(f => !process.argv[2] || f.name === process.argv[2])) for (const stream of [true, false]) {
  if (!existsIn(fault, client.protocol, stream)) continue;
  const tag = `r${++n}`;
  const abort = new AbortController();
  let late;
  const timer = setTimeout(() => { late = "x"; abort.abort(); }, 3000);
  const seen = await client.run({ url: up.url, model: modelOf(fault, tag), stream, signal: abort.signal, timeout: 4000 });
  clearTimeout(timer);
  seen.late = late;
  const w = judge(fault, seen, up.requestsOf(tag));
  if (w) bad++; else ok++;
  if (w || process.argv[3]) console.log(client.name, fault.name, stream ? "stream" : "body", w ?? "ok");
}
console.log(ok, bad);
await up.close();
