import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Stops } from "./site.ts";

/**
 * A Next site of static pages and nothing else, for comparison: each page weighs what is asked for.
 *
 * @param sizes bytes of HTML by the page's name
 * @returns the folder of the finished build
 */
export function buildBareSite(sizes: Record<string, number>, stops: Stops): string {
  // Within the project, where the bundler finds its packages.
  const site = path.resolve(".data", `bare-site-${process.pid}`);
  stops.push(() => rmSync(site, { recursive: true, force: true }));
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
  for (const [name, bytes] of Object.entries(sizes)) {
    // The text stands in the page twice: as HTML and in the data beside it. The rest is Next's.
    const words = "Nobody told me about the tide. "
      .repeat(Math.ceil(bytes / 62))
      .slice(0, Math.max(0, Math.round((bytes - 4_500) / 2)));
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
