import { defineConfig } from "vitest/config";
import whole from "../../vitest.config";

/** The tests that `npm run mutate` asks for, of the projects that it may ask. */
const wanted = (process.env.MUTATION_TESTS ?? "").split(" ").filter(Boolean);

export default defineConfig({
  resolve: whole.resolve,
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: wanted.filter((file) => file.startsWith("tests/unit/")),
          testTimeout: 20_000,
        },
      },
      {
        extends: true,
        test: {
          name: "integration",
          include: wanted.filter((file) => file.startsWith("tests/integration/")),
          setupFiles: ["tests/support/worker.ts"],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
