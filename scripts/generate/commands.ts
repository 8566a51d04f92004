import { readFileSync, writeFileSync } from "node:fs";
import { programs, scripts } from "../commands.ts";

export const commandsFile = "docs/commands.md";

interface Row {
  command: string;
  args?: string;
  does: string;
  /** The file that runs. */
  file: string;
}

function table(rows: Row[]): string {
  const cell = (text: string) => text.replaceAll("|", "\\|");
  return [
    "| Command | Does | File |",
    "|---|---|---|",
    ...rows.map(
      ({ command, args, does, file }) =>
        `| \`${cell(args ? `${command} ${args}` : command)}\` | ${cell(does)} | \`${file}\` |`,
    ),
  ].join("\n");
}

/** Such as `npm start`, `npm run admin -- --email you@example.com`. */
function invocation(name: string, args?: string): string {
  const command = name === "start" || name === "test" ? `npm ${name}` : `npm run ${name}`;
  return args ? `${command} -- ${args}` : command;
}

/** The file that a script of package.json runs, with its arguments. */
const fileOf = (line = "") => line.replace(/^node (--\S+ )*scripts\/run\.mjs /, "");

/** The text of docs/commands.md. */
export function renderCommands(): string {
  const { scripts: lines } = JSON.parse(readFileSync("package.json", "utf8")) as {
    scripts: Record<string, string>;
  };
  const parts = [
    "# Commands",
    "Written by `npm run generate -- commands` from `package.json` and `scripts/commands.ts`: change those.",
    "What stands after `--` are arguments; those in brackets can be left out.",
  ];
  for (const [title, commands] of Object.entries(scripts)) {
    const rows = Object.entries(commands).map(([name, { does, args }]) => ({
      ...{ command: invocation(name, args), does, file: fileOf(lines[name]) },
    }));
    parts.push(`## ${title}`, table(rows));
  }
  for (const [script, { folder, about, commands }] of Object.entries(programs)) {
    const rows = Object.entries<{ does: string; args?: string }>(commands).map(
      ([name, { does, args }]) => ({
        ...{ command: invocation(script, name), args, does, file: `${folder}/${name}.ts` },
      }),
    );
    parts.push(`## \`npm run ${script}\``, about, table(rows));
  }
  return `${parts.join("\n\n")}\n`;
}

/** `npm run generate -- commands`: writes docs/commands.md. */
export function main(): void {
  writeFileSync(commandsFile, renderCommands());
  console.log(`${commandsFile} is current.`);
}
