import { existsSync, globSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { buildVariables, changedSinceBuild } from "@/lib/platform/build-variables";
import config from "@/next.config";
import { shouldMigrate } from "@/scripts/build-vercel";

describe("a build that runs with other settings than it was built with", () => {
  const builtWith = JSON.stringify(
    buildVariables({ APP_URL: "https://comics.example", S3_BUCKET: "comics" }),
  );

  it("is reported by the names of the differing settings", () => {
    const now = { APP_URL: "http://comics.example", S3_BUCKET: "novels", PUBLIC_BROWSING: "false" };
    expect(changedSinceBuild(builtWith, now).sort()).toEqual([
      "APP_URL",
      "PUBLIC_BROWSING",
      "S3_BUCKET",
    ]);
  });

  it("may have another address of the same kind, and is not reported where nothing is known", () => {
    const moved = { APP_URL: "https://other.example", S3_BUCKET: "comics", PUBLIC_BROWSING: "" };
    expect(changedSinceBuild(builtWith, moved)).toEqual([]);
    expect(changedSinceBuild(undefined, moved)).toEqual([]);
  });
});

describe("a build of Vercel's", () => {
  it.each(["inngest", "ai/check-picture", "setup/check", "setup/trials"])(
    "gives the demo studio's drawings to %s, which paints",
    (route) => {
      expect(existsSync(`app/api/${route}/route.ts`)).toBe(true);
      const globs = config.outputFileTracingIncludes?.[`/api/${route}`] ?? [];
      expect(globSync(globs)).toContain("lib/demo-studio/plates/air/moon.svg");
    },
  );

  it.each([
    ["production", { VERCEL_ENV: "production" }, true],
    ["a preview", { VERCEL_ENV: "preview" }, false],
    [
      "a preview with a database of its own",
      { VERCEL_ENV: "preview", MIGRATE_PREVIEWS: "true" },
      true,
    ],
    ["development", { VERCEL_ENV: "development", MIGRATE_PREVIEWS: "true" }, false],
    ["another machine", { MIGRATE_PREVIEWS: "true" }, false],
  ])("for %s may migrate: %s", (_, variables, expected) => {
    expect(shouldMigrate(variables)).toBe(expected);
  });
});
