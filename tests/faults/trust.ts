import { globSync, readFileSync } from "node:fs";

/** A row of docs/trust.md. */
export interface Row {
  id: string;
  what: string;
  /** Files and titles of its tests. */
  tests: string[];
}

/** Titles of tests that begin with numbers of rows: `S3 S10 refuses …`. */
const title = /["`]((?:[SR]\d+ )+)([^"`]*)/g;

export function rowsWithTests(): Row[] {
  const rows = readFileSync("docs/trust.md", "utf8")
    .matchAll(/^\| ([SR]\d+) \| (.+) \|$/gm)
    .map(([, id = "", what = ""]): Row => ({ id, what, tests: [] }));
  const byId = new Map([...rows].map((row) => [row.id, row]));
  for (const file of globSync("tests/**/*.{test.ts,test.tsx,spec.ts}").sort()) {
    for (const [, ids = "", rest = ""] of readFileSync(file, "utf8").matchAll(title)) {
      for (const id of ids.trim().split(" ")) byId.get(id)?.tests.push(`${file} › ${rest}`);
    }
  }
  return [...byId.values()];
}

/** `npm run faults -- trust`: what must hold, and which tests show it. */
export function main(): void {
  const rows = rowsWithTests();
  for (const { id, what, tests } of rows) {
    console.log(`${id}  ${what}`);
    for (const test of tests) console.log(`      ${test}`);
    if (tests.length === 0) console.log("      NO TEST");
  }
  const bare = rows.filter(({ tests }) => tests.length === 0);
  console.log(`\n${rows.length} rows, ${bare.length} without a test`);
  process.exitCode = bare.length > 0 ? 1 : 0;
}
