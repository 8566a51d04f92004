import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Cleanups } from "./site.ts";

/** The least that the installed version of Next makes: a static page with 24 client buttons. */
const files = {
  "package.json": '{"name":"bare","private":true}',
  "next.config.mjs": `export default { poweredByHeader: false, turbopack: { root: ${JSON.stringify(process.cwd())} } };`,
  "app/layout.jsx": `export const metadata = { title: "Bare", description: "Twenty-four buttons." };
export default ({ children }) => <html lang="en"><body>{children}</body></html>;`,
  "app/press.jsx": `"use client";
import { useState } from "react";
export function Press() {
  const [count, setCount] = useState(0);
  return <button type="button" onClick={() => setCount(count + 1)}>Pressed {count} times</button>;
}`,
  "app/page.jsx": `import { Press } from "./press";
export default () => <main><h1>Bare</h1>${"<Press />".repeat(24)}</main>;`,
};

/** Builds it for comparison. @returns its folder */
export function buildBareSite(cleanups: Cleanups): string {
  // Within the project, where the bundler finds its packages.
  const site = path.resolve(".data", `bare-site-${process.pid}`);
  cleanups.push(() => rmSync(site, { recursive: true, force: true }));
  mkdirSync(path.join(site, "app"), { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(site, name), text);
  const next = path.resolve("node_modules", "next", "dist", "bin", "next");
  const { status, stderr, stdout } = spawnSync(process.execPath, [next, "build"], {
    cwd: site,
    env: { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`The bare site could not be built:\n${stdout}${stderr}`);
  return site;
}
