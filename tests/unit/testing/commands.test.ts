import { existsSync, globSync, readFileSync, statSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { programs, scripts } from "@/scripts/commands";
import { commandsFile, renderCommands } from "@/scripts/generate/commands";

const { scripts: lines } = JSON.parse(readFileSync("package.json", "utf8")) as {
  scripts: Record<string, string>;
};
const described = Object.values(scripts).flatMap((commands) => Object.keys(commands));
const named = Object.entries(programs).flatMap(([script, { folder, commands }]) =>
  Object.keys(commands).map((name) => ({ script, name, file: `${folder}/${name}.ts` })),
);

describe("commands", () => {
  it("stand in docs/commands.md as package.json has them", () => {
    const stale = "run `npm run generate -- commands`";
    expect(readFileSync(commandsFile, "utf8"), stale).toBe(renderCommands());
    expect(described.toSorted()).toEqual(Object.keys(lines).toSorted());
  });

  it("are at most 22 scripts", () => {
    expect(Object.keys(lines).length).toBeLessThanOrEqual(22);
  });

  it.each(named)(
    "npm run $script -- $name is a file with the command",
    ({ script, name, file }) => {
      expect(existsSync(file)).toBe(true);
      expect(readFileSync(file, "utf8")).toContain(`npm run ${script} -- ${name}`);
    },
  );

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
          if (!(script in programs)) return !(script in lines);
          return (
            name !== undefined && !named.some((one) => one.script === script && one.name === name)
          );
        })
        .map(([mention]) => `${file}: ${mention}`),
    );
    expect(files.length).toBeGreaterThan(1_000);
    expect(unknown).toEqual([]);
  });
});
