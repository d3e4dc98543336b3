// A PostgreSQL server of its own in a temporary folder, on loopback. It refuses to run as root; then it runs as `postgres`
// or `nobody`. Durability is off: it outlives its clients, not the machine.
import { execFile, execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";

const BIN = "/usr/lib/postgresql/15/bin";
export const isInstalled = () => existsSync(join(BIN, "initdb"));

export async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

function asServer(program, args) {
  if (process.getuid() !== 0) return [join(BIN, program), args];
  const user = existsSync("/var/lib/postgresql") ? "postgres" : "nobody";
  return ["runuser", ["-u", user, "--", join(BIN, program), ...args]];
}
const QUIET = { stdio: ["ignore", "ignore", "pipe"], cwd: "/" };
const doNow = (command) => execFileSync(...command, QUIET);
// pg_ctl's server inherits the outputs, so that nobody may wait for their end.
const doMeanwhile = ([program, args]) =>
  promisify(execFile)("sh", ["-c", '"$0" "$@" >/dev/null 2>&1', program, ...args], { cwd: "/" });

// Returns {url, restart(), stop()}.
export async function startPostgres() {
  const folder = mkdtempSync(join(tmpdir(), "argwright-postgres-"));
  chmodSync(folder, 0o777); // for the server's user
  const data = join(folder, "data");
  const port = await freePort();
  doNow(
    asServer("initdb", [
      "-D",
      data,
      "-U",
      "argwright",
      "-A",
      "trust",
      "--no-sync",
      "-E",
      "UTF8",
      "--locale=C",
    ]),
  );
  const settings = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${folder} -c fsync=off -c full_page_writes=off`;
  const control = (...words) => asServer("pg_ctl", ["-D", data, "-w", "-t", "30", ...words]);
  const start = () => doMeanwhile(control("-l", join(folder, "log"), "-o", settings, "start"));
  const end = () => {
    try {
      doNow(control("-m", "immediate", "stop"));
    } catch {
      // it has ended
    }
    rmSync(folder, { recursive: true, force: true });
  };
  process.on("exit", end);
  await start();
  return {
    url: `postgres://argwright@127.0.0.1:${port}/postgres`,
    async restart(pauseMs = 0) {
      await doMeanwhile(control("-m", "fast", "stop"));
      await sleep(pauseMs);
      await start();
    },
    stop() {
      process.off("exit", end);
      end();
    },
  };
}
