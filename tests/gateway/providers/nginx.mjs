// nginx in front of several gateways: each request to the next one, a connection for each, no stickiness. Where one does
// not answer the request goes to the other.
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "./postgres.mjs";

const PROGRAM = ["/usr/sbin/nginx", "/usr/bin/nginx"].find(existsSync);
export const isInstalled = () => PROGRAM !== undefined;

const configFor = (port, backends) => `
worker_processes 1;
pid nginx.pid;
error_log error.log crit;
events { worker_connections 4096; }
http {
  access_log off;
  client_body_temp_path body;
  proxy_temp_path proxy;
  fastcgi_temp_path fastcgi;
  uwsgi_temp_path uwsgi;
  scgi_temp_path scgi;
  client_max_body_size 64m;
  upstream gateways {
    ${backends.map((backend) => `server ${backend} max_fails=0;`).join("\n    ")}
  }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://gateways;
      proxy_http_version 1.1;
      proxy_buffering off;
      proxy_read_timeout 60s;
      proxy_next_upstream error timeout http_502 http_503 non_idempotent;
    }
  }
}
`;

async function listens(port) {
  return await new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    const done = (answer) => {
      socket.destroy();
      resolve(answer);
    };
    socket.on("connect", () => done(true));
    socket.on("error", () => done(false));
  });
}

// Returns {url, stop()}.
export async function startNginx(backends) {
  const folder = mkdtempSync(join(tmpdir(), "argwright-nginx-"));
  const port = await freePort();
  writeFileSync(join(folder, "nginx.conf"), configFor(port, backends));
  const args = ["-p", folder, "-c", join(folder, "nginx.conf"), "-e", join(folder, "error.log"), "-g"];
  const user = process.getuid() === 0 ? "user root; " : "";
  const child = spawn(PROGRAM, [...args, `${user}daemon off;`], { stdio: ["ignore", "ignore", "inherit"] });
  const end = () => child.kill("SIGTERM");
  process.on("exit", end);
  for (let waited = 0; !(await listens(port)); waited += 1) {
    if (waited > 100 || child.exitCode !== null) throw new Error("nginx did not start");
    await sleep(50);
  }
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      process.off("exit", end);
      const ended = new Promise((resolve) => child.on("exit", resolve));
      end();
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
