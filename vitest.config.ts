import path from "node:path";
import { defineConfig } from "vitest/config";

const root = import.meta.dirname;
const alias = {
  "@": root,
  // Next resolves `server-only` to nothing on the server; outside Next it would throw.
  "server-only": path.join(root, "tests/support/server-only.ts"),
};

export default defineConfig({
  resolve: { alias },
  test: {
    // Some tests measure time, on machines that others use too: as in playwright.config.ts.
    retry: process.env.CI ? 1 : 0,
    // More than the two cores that are there: many integration and protocol tests wait (decision 78).
    maxWorkers: 3,
    // Vitest's own second is short for a machine that is busy.
    expect: { poll: { timeout: 10_000 } },
    projects: [
      {
        extends: true,
        test: { name: "unit", include: ["tests/unit/**/*.test.{ts,tsx}"], testTimeout: 40_000 },
      },
      {
        extends: true,
        test: {
          name: "integration",
          include: ["tests/integration/**/*.test.ts"],
          globalSetup: ["tests/support/global-database.ts"],
          setupFiles: ["tests/support/worker.ts"],
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
