import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

/** The tables of docs/specification-coverage.md: they can only be trusted where a machine reads them too. */
interface Row {
  number: string;
  sentence: string;
  tests: { file: string; title: string }[];
}

const rows: Row[] = readFileSync("docs/specification-coverage.md", "utf8")
  .split("\n")
  .filter((line) => /^\| \d/.test(line))
  .map((line) => {
    const [number = "", sentence = "", cell = ""] = line.replace(/^\| | \|$/g, "").split(" | ");
    const tests = cell.split("<br>").flatMap((entry) => {
      const [, file, title] = /^`([^`]+)` › (.+)$/.exec(entry.trim()) ?? [];
      return file && title ? [{ file, title }] : [];
    });
    return { number, sentence, tests };
  });

/** Code without its escapes and without the tags of titles, so that a title is found as it is read. */
const texts = new Map<string, string>();
function textOf(file: string): string {
  let text = texts.get(file);
  if (text === undefined) {
    text = readFileSync(file, "utf8")
      .replace(/\\(["'`])/g, "$1")
      .replace(/ @[a-z-]+(?=["'`])/g, "");
    texts.set(file, text);
  }
  return text;
}

/** The parts of an exact string between its {placeholders}. */
const partsOf = (exact: string) =>
  exact
    .split(/\{[^}]*\}|\bX\b/)
    .map((part) => part.trim())
    .filter((part) => part.length > 1);

/** Rows of part 1 are numbered behind `1/`, those of part 2, the author's workspace, without. */
const isOfPart1 = ({ number }: Row) => number.startsWith("1/");

describe("the tables of the specification", () => {
  it("has a row for each sentence of both parts", () => {
    expect(rows.filter((row) => !isOfPart1(row)).length).toBeGreaterThan(150);
    expect(rows.filter(isOfPart1).length).toBeGreaterThan(30);
    expect(new Set(rows.map(({ number }) => number)).size).toBe(rows.length);
  });

  it.each(rows.map((row) => [row.number, row.sentence, row] as const))(
    "%s %s",
    (_number, sentence, { tests }) => {
      expect(tests, "a test that shows it").not.toEqual([]);
      for (const { file, title } of tests) {
        expect(existsSync(file), file).toBe(true);
        expect(textOf(file).includes(title), `${file} has a test '${title}'`).toBe(true);
      }
      const shown = tests.map(({ file }) => textOf(file)).join("\n");
      for (const [, exact = ""] of sentence.matchAll(/`([^`]+)`/g)) {
        for (const part of partsOf(exact)) {
          expect(shown.includes(part), `a test of this row compares '${part}'`).toBe(true);
        }
      }
    },
  );
});
