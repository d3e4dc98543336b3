// Runs an agent program headless: with a HOME and a working folder of its own, a time limit, and no way out but
// loopback. It leads a process group, which is ended as a whole.
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promptFor } from "./agents.mjs";

const BIN = fileURLToPath(new URL("../agents/node_modules/.bin", import.meta.url));
const DEAD_PROXY = "http://127.0.0.1:9"; // nothing listens there

export const isInstalled = () =>
  ["node", "codex", "opencode", "claude", "qwen"].every((name) => existsSync(join(BIN, name)));

const groups = new Set();
function endGroup(pid) {
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // it has ended by itself
  }
}
process.on("exit", () => groups.forEach(endGroup));

// Returns {code, output, errors, late}: what it printed, and whether it had to be ended.
export async function runAgent(agent, { url, model, protocol, secret, limit }) {
  const folder = mkdtempSync(join(tmpdir(), `argwright-${agent.name}-`));
  const [home, work] = ["home", "work"].map((name) => join(folder, name));
  try {
    mkdirSync(home);
    mkdirSync(work);
    const file = join(work, "secret.txt");
    writeFileSync(file, `${secret}\n`);
    const { program, args, env, files = {} } = agent.start({ url, model, protocol, prompt: promptFor(file) });
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(home, path)), { recursive: true });
      writeFileSync(join(home, path), text);
    }
    const child = spawn(join(BIN, program), args, {
      cwd: work,
      detached: true, // a process group of its own
      stdio: ["ignore", "pipe", "pipe"],
      env: {
        PATH: `${BIN}:/usr/local/bin:/usr/bin:/bin`,
        HOME: home,
        LANG: "C.UTF-8",
        NO_COLOR: "1",
        HTTP_PROXY: DEAD_PROXY,
        HTTPS_PROXY: DEAD_PROXY,
        NO_PROXY: "127.0.0.1,localhost",
        ...env,
      },
    });
    groups.add(child.pid);
    let output = "";
    let errors = "";
    child.stdout.setEncoding("utf8").on("data", (text) => (output += text));
    child.stderr.setEncoding("utf8").on("data", (text) => (errors += text));
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      endGroup(child.pid);
    }, limit);
    const code = await new Promise((resolve) => {
      child.on("error", (error) => {
        errors += error.message;
        resolve(-1);
      });
      child.on("exit", (status) => resolve(status ?? -1));
    });
    clearTimeout(timer);
    endGroup(child.pid); // what it started and left behind
    groups.delete(child.pid);
    return { code, output, errors, late };
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}
