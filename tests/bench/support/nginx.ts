import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { freePort } from "../../../prisma/postgres/free-port.ts";
import type { Cleanups } from "./site.ts";

/**
 * The proxy of compose.yaml before some instances, and beside it a file that it serves itself.
 * @param bases addresses of the instances
 */
export async function startNginx(folder: string, cleanups: Cleanups, bases: string[], html = "") {
  const [port, filePort, innerPort] = [await freePort(), await freePort(), await freePort()];
  const home = path.join(folder, "nginx");
  for (const name of ["html", "cache", "tmp"]) {
    mkdirSync(path.join(home, name), { recursive: true, mode: 0o777 });
  }
  writeFileSync(path.join(home, "html", "page.html"), html);
  writeFileSync(path.join(home, "html", "page.html.gz"), gzipSync(html, { level: 5 }));
  const shipped = readFileSync("nginx.conf", "utf8");
  const places = [
    ["/var/cache/nginx", path.join(home, "cache")],
    ["server app:3000;", bases.map((base) => `server ${new URL(base).host};`).join(" ")],
    ["listen 8080", `listen 127.0.0.1:${port}`],
    ["127.0.0.1:8081", `127.0.0.1:${innerPort}`],
  ] as const;
  const own = places.reduce((text, [there, here]) => {
    if (!text.includes(there)) throw new Error(`nginx.conf does not say ${there}.`);
    return text.replaceAll(there, here);
  }, shipped);
  const config = path.join(home, "nginx.conf");
  writeFileSync(
    config,
    `daemon off; worker_processes 1; worker_cpu_affinity 01; pid ${home}/pid; error_log stderr error;
${process.getuid?.() === 0 ? "user root;" : ""}
events { worker_connections 1024; }
http {
  access_log off; default_type text/html; keepalive_requests 1000000;
  client_body_temp_path ${home}/tmp; proxy_temp_path ${home}/tmp; fastcgi_temp_path ${home}/tmp;
  uwsgi_temp_path ${home}/tmp; scgi_temp_path ${home}/tmp;
  server { listen 127.0.0.1:${filePort}; root ${home}/html; gzip_static on; }
${own}
}`,
  );
  const child = spawn("nginx", ["-c", config, "-p", home], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  cleanups.push(async () => {
    if (child.exitCode !== null) return;
    const ended = once(child, "exit");
    child.kill("SIGTERM");
    await ended;
  });
  const base = `http://127.0.0.1:${port}`;
  for (let waited = 0; !(await fetch(base).catch(() => null)); waited += 100) {
    if (waited > 10_000) throw new Error("nginx does not answer.");
    await sleep(100);
  }
  return { file: `http://127.0.0.1:${filePort}/page.html`, base };
}
