// Starts `argwright serve` in front of an upstream and waits for its first line. Ends it by its process id.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve as absolute } from "node:path";

const START_MS = 10_000;
const STOP_MS = 5_000;

// A gateway that gives up soon, and asks an upstream again however often it failed. By default it waits minutes for one
// that stalls, and leaves one alone for a while that has failed some times.
const impatient = (upstream, protocol) => `
[[upstream]]
name = "scripted"
protocol = "${protocol}"
base_url = "${upstream}/v1"

[timeouts]
first_byte = "3s"
gap = "1s"

[retry]
attempts = 1
breaker_failures = 1000000

[store]
url = "sqlite::memory:"
`;

// Returns {url, pid, alive(), errors(), kill(), stop()}. `breaks`: it is for an upstream that breaks off or stalls. `config`:
// the text of its configuration, in place of all that. `listen`: where, if not where the system likes.
export async function startGateway({ program, upstream, protocol, breaks, config, listen = "127.0.0.1:0" }) {
  const folder = mkdtempSync(join(tmpdir(), "argwright-gateway-"));
  const args = ["serve", "--listen", listen];
  if (!breaks && config === undefined) {
    args.push("--upstream", `${upstream}/v1`, "--protocol", protocol);
  } else {
    writeFileSync(join(folder, "argwright.toml"), config ?? impatient(upstream, protocol));
    args.push("--config", join(folder, "argwright.toml"));
  }
  const child = spawn(absolute(program), args, { cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
  const kill = () => child.kill("SIGKILL");
  process.on("exit", kill);
  child.on("exit", () => process.off("exit", kill));
  let output = "";
  let errors = "";
  child.stderr.setEncoding("utf8").on("data", (text) => (errors = (errors + text).slice(-20_000)));
  const ended = new Promise((resolve) => {
    child.on("error", (error) => resolve(error.message));
    child.on("exit", (code, signal) => resolve(`ended with ${signal ?? code}`));
  });
  const listening = new Promise((resolve) => {
    child.stdout.setEncoding("utf8").on("data", (text) => {
      output += text;
      const [, url] = /listening on (http:\S+)/.exec(output) ?? [];
      if (url !== undefined) resolve(url);
    });
  });
  const forget = () => rmSync(folder, { recursive: true, force: true });
  let timer;
  const late = new Promise((resolve) => (timer = setTimeout(resolve, START_MS)));
  const url = await Promise.race([listening, ended.then(() => undefined), late]);
  clearTimeout(timer);
  if (url === undefined) {
    child.kill("SIGKILL");
    forget();
    throw new Error(`${program} ${args.join(" ")}: did not listen (${await ended})\n${output}${errors}`);
  }
  return {
    url,
    pid: child.pid,
    // As if the machine went away: nothing is flushed.
    async kill() {
      child.kill("SIGKILL");
      await ended;
      forget();
    },
    alive: () => child.exitCode === null && child.signalCode === null,
    errors: () => errors,
    // Resolves to undefined, or to words when it did not end as it should.
    async stop() {
      child.kill("SIGTERM");
      const killer = setTimeout(() => child.kill("SIGKILL"), STOP_MS);
      const how = await ended;
      clearTimeout(killer);
      forget();
      return how === "ended with 0" ? undefined : `the gateway ${how}\n${errors}`;
    },
  };
}
