import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Cleanups } from "./site.ts";

/**
 * A Next site of static pages and nothing else, for comparison: each weighs what ours does, and has
 * letters beyond Latin-1 where ours has, which take a server twice as long.
 *
 * @param pages our HTML by the page's name
 * @returns the folder of the finished build
 */
export function buildBareSite(pages: Record<string, string>, cleanups: Cleanups): string {
  // Within the project, where the bundler finds its packages.
  const site = path.resolve(".data", `bare-site-${process.pid}`);
  cleanups.push(() => rmSync(site, { recursive: true, force: true }));
  const write = (file: string, text: string) => {
    mkdirSync(path.dirname(path.join(site, file)), { recursive: true });
    writeFileSync(path.join(site, file), text);
  };
  write("package.json", '{"name":"bare","private":true}');
  write(
    "next.config.mjs",
    `export default { compress: false, poweredByHeader: false, turbopack: { root: ${JSON.stringify(process.cwd())} } };`,
  );
  write(
    "app/layout.jsx",
    "export default ({ children }) => <html lang='en'><body>{children}</body></html>;",
  );
  for (const [name, html] of Object.entries(pages)) {
    // The text stands in the page twice: as HTML and in the data beside it. The rest is Next's.
    const isBeyond = /[^\0-\xff]/.test(html);
    const sentence = isBeyond ? "“Nobody told me of the tide.” " : "Nobody told me of the tide. ";
    const length = (Buffer.byteLength(html) - 4_500) / 2;
    const words = sentence.repeat(Math.max(0, Math.round(length / Buffer.byteLength(sentence))));
    write(
      `app/${name}/page.jsx`,
      `export const dynamic = "force-static";\nexport default () => <p>${words}</p>;`,
    );
  }
  const next = path.resolve("node_modules", "next", "dist", "bin", "next");
  const { status, stderr, stdout } = spawnSync(process.execPath, [next, "build"], {
    cwd: site,
    env: { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`The bare site could not be built:\n${stdout}${stderr}`);
  return site;
}
