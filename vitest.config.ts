import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Plugin } from "vite";
import { configDefaults, defineConfig } from "vitest/config";

const root = import.meta.dirname;
const alias = {
  "@": root,
  // Next resolves `server-only` to nothing on the server; outside Next it would throw.
  "server-only": path.join(root, "tests/support/server-only.ts"),
};

/** `import("…/file.ts?every-name")` also exports the module's private names. */
const everyName: Plugin = {
  name: "every-name",
  async load(id) {
    if (!id.endsWith("?every-name")) return null;
    const code = await readFile(id.replace("?every-name", ""), "utf8");
    const own = code.matchAll(/^(?:async )?(?:const|let|function|class) (\w+)/gm);
    return `${code}\nexport { ${[...own].map(([, name]) => name).join(", ")} };\n`;
  },
};

/**
 * Component tests read only the declarations of API routes: their request and response schemas. Server
 * modules behind a route are replaced by an empty module.
 */
const declarationsOnly: Plugin = {
  name: "declarations-only",
  enforce: "pre",
  resolveId(source, importer = "") {
    if (importer === path.join(root, "lib/platform/http/respond.ts")) {
      return source === "../db" ? "\0empty" : null;
    }
    if (!importer.startsWith(path.join(root, "app/api/"))) return null;
    if (source.endsWith("/lib/platform/http/route")) {
      return path.join(root, "tests/components/support/declared-route.ts");
    }
    return /schema$|limits$|endpoints$|\/(zod|errors|cookie-names|route)$/.test(source)
      ? null
      : "\0empty";
  },
  load: (id) => (id === "\0empty" ? "export {}" : null),
};

/** Slow files run with TEST_SLOW, or when an argument names one. */
const isSlow =
  process.env.TEST_SLOW || process.argv.some((argument) => argument.includes(".slow."));
const exclude = isSlow ? configDefaults.exclude : [...configDefaults.exclude, "**/*.slow.test.ts"];

/**
 * A worker loads libraries once, and fresh.ts isolates its test files from each other. Protocol tests
 * use Vitest's own isolation: their engines and servers may still be running when a file ends.
 */
const fresh = { isolate: false, setupFiles: ["tests/support/fresh.ts"] };

export default defineConfig({
  plugins: [everyName],
  resolve: { alias },
  test: {
    // Some tests measure time, and other programs may use the machine (as in playwright.config.ts).
    retry: process.env.CI ? 1 : 0,
    // One more than the two cores: integration and protocol tests mostly wait (decision 45).
    maxWorkers: 3,
    exclude,
    // Servers have no fonts installed.
    env: { FONTCONFIG_FILE: path.join(root, "tests/support/no-fonts.conf") },
    // Vitest's default of one second is too short on a busy machine.
    expect: { poll: { timeout: 10_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["tests/unit/**/*.test.{ts,tsx}"],
          ...fresh,
          testTimeout: 40_000,
        },
      },
      {
        extends: true,
        plugins: [declarationsOnly],
        resolve: {
          alias: {
            "next/navigation": path.join(root, "tests/components/support/router.ts"),
            "next/link": path.join(root, "tests/components/support/link.ts"),
          },
        },
        test: {
          name: "components",
          include: ["tests/components/**/*.test.tsx"],
          environment: "happy-dom",
          setupFiles: ["tests/components/setup.ts"],
          testTimeout: 40_000,
        },
      },
      {
        extends: true,
        test: {
          name: "integration",
          include: ["tests/integration/**/*.test.ts"],
          globalSetup: ["tests/support/global-database.ts"],
          ...fresh,
          setupFiles: [...fresh.setupFiles, "tests/support/worker.ts"],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: "protocol",
          include: ["tests/protocol/**/*.test.ts"],
          globalSetup: ["tests/support/global-database.ts"],
          setupFiles: ["tests/support/worker.ts"],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
