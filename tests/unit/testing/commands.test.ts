import { existsSync, globSync, readFileSync, statSync } from "node:fs";
import { describe, expect, it } from "vitest";

const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as {
  scripts: Record<string, string>;
};
const list = readFileSync("docs/commands.md", "utf8");
/** The rows of docs/commands.md: script, program of `npm run <script> -- <name>`, what runs. */
const rows = [
  ...list.matchAll(/^\| `npm (?:run )?([\w:-]+)(?: -- ([^`]*))?` \|.*\| `([^`]+)` \|$/gm),
].map(([, script = "", args = "", runs = ""]) => ({
  script,
  name: args.split(" ")[0] ?? "",
  runs,
}));
const folders: Record<string, string> = {
  bench: "tests/bench",
  faults: "tests/faults",
  generate: "scripts/generate",
};
const programs = rows.filter(({ script, runs }) => runs.startsWith(`${folders[script]}/`));

describe("commands", () => {
  it("stand in docs/commands.md with what package.json runs", () => {
    const described = rows.filter((row) => !programs.includes(row));
    expect(described.map(({ script }) => script).toSorted()).toEqual(
      Object.keys(scripts).toSorted(),
    );
    for (const { script, runs } of described) {
      expect(scripts[script]?.replace(/^node (--\S+ )*scripts\/run\.mjs /, "")).toBe(runs);
    }
  });

  it("are at most 22 scripts", () => {
    expect(Object.keys(scripts).length).toBeLessThanOrEqual(22);
  });

  it.each(programs)("npm run $script -- $name is a file with the command", (program) => {
    const { script, name, runs } = program;
    expect(runs).toBe(`${folders[script]}/${name}.ts`);
    expect(existsSync(runs)).toBe(true);
    expect(readFileSync(runs, "utf8")).toContain(`npm run ${script} -- ${name}`);
  });

  it("exist wherever a file mentions one", () => {
    const files = globSync(
      [
        "*.{md,ts,json,yaml,conf}",
        "{Dockerfile,.env.example,.ci/run}",
        "{app,components,docs,inngest,lib,prisma,scripts,tests}/**/*.{md,mjs,ts,tsx,css,json}",
      ],
      { exclude: (name) => /prisma\/client|tests\/unit\/testing\/commands/.test(name) },
    ).filter((name) => statSync(name).isFile());
    const unknown = files.flatMap((file) =>
      [...readFileSync(file, "utf8").matchAll(/npm run ([a-z][\w:-]*)(?: -- ([a-z][\w-]*))?/g)]
        .filter(([, script = "", name]) => {
          if (!(script in folders)) return !(script in scripts);
          return (
            name !== undefined &&
            !programs.some((one) => one.script === script && one.name === name)
          );
        })
        .map(([mention]) => `${file}: ${mention}`),
    );
    expect(files.length).toBeGreaterThan(1_000);
    expect(unknown).toEqual([]);
  });
});
