import { describe, expect, it } from "vitest";
import {
  type Candidate,
  cursorOf,
  type SearchWord,
  searchBlocks,
  searchTerms,
  sortCandidates,
} from "@/lib/stories/search/plan";

const word = (text: string, stories = 1, rest: Partial<SearchWord> = {}): SearchWord => ({
  word: text,
  corrected: null,
  known: [[text, stories]],
  authors: [],
  ...rest,
});

describe("the query to the index", () => {
  it("has a condition for each word: itself, its known prefixes, and people's marks", () => {
    const { keys, typed } = searchTerms(
      [
        word("sea", 1, {
          known: [
            ["seal", 9],
            ["sea", 4],
          ],
          authors: [["a1", 3]],
        }),
        word("fog"),
      ],
      ["tag:by night"],
    );
    expect(keys).toEqual(["'tag:by night'", "('sea' | 'seal' | 'by:a1')", "('fog')"]);
    expect(typed).toBe("'sea' & 'fog'");
  });

  it("weights the title above tags and people, and those above descriptions", () => {
    const { places } = searchTerms([word("sea", 1, { authors: [["a1", 3]] }), word("fog")], []);
    expect(places).toEqual([
      "('sea':*A) & ('fog':*A)",
      "('sea':*AB | 'by:a1') & ('fog':*AB)",
      "('sea':*ABC | 'by:a1') & ('fog':*ABC)",
    ]);
  });

  it("searches for the corrected word", () => {
    const { keys, typed } = searchTerms([word("dragn", 0, { corrected: "dragon", known: [] })], []);
    expect([keys, typed]).toEqual([["('dragon')"], "'dragon'"]);
  });

  it("quotes the operators of the query language", () => {
    expect(searchTerms([word("fog")], ["tag:it's \\ & | ! :*"]).keys[0]).toBe(
      "'tag:it''s \\\\ & | ! :*'",
    );
  });
});

describe("the part of all stories that is searched", () => {
  const million = { newest: 1_000_000, stories: 1_000_000 };

  it("is all of them for a rare word, and on a small site for any", () => {
    expect(searchBlocks([word("fog", 400_000), word("kraken", 7)], million)).toEqual({
      blocks: [""],
      isWhole: true,
    });
    expect(searchBlocks([word("fog", 800)], { newest: 900, stories: 900 }).blocks).toEqual([""]);
  });

  it("is all of them where words rarely occur together, unless they are known to", () => {
    const seldom = ["bona", "cona", "dona"].map((one) => word(one, 20_000));
    expect(searchBlocks(seldom, million)).toEqual({ blocks: [""], isWhole: true });
    expect(searchBlocks(seldom, million, [], true).blocks[0]).toBe("'in:11:488'");
    expect(searchBlocks([...seldom.slice(1), word("the", 700_000)], million).blocks).toEqual([""]);
    const often = [word("fog", 90_000), word("sea", 90_000)];
    expect(searchBlocks(often, million).blocks[0]).not.toBe("");
  });

  it("begins with a block that is likely to contain results", () => {
    const levelOf = (...counts: number[]) =>
      Number(
        /^'in:(\d+):/.exec(
          searchBlocks(
            counts.map((n) => word(`w${n}`, n)),
            million,
          ).blocks[0] ?? "",
        )?.[1],
      );
    expect(levelOf(900_000)).toBe(11);
    expect(levelOf(90_000, 90_000)).toBe(12);
    expect(levelOf(26_000, 30_000)).toBe(15);
  });

  it("consists of blocks without a gap or a repeat, the newest first, none larger than all earlier ones", () => {
    const { blocks, isWhole } = searchBlocks([word("fog", 20_000)], million);
    expect(isWhole).toBe(true);
    let end = Math.floor(million.newest / 2 ** 11) + 1;
    let reach = 0;
    for (const block of blocks) {
      const [, level, number] = /^'in:(\d+):(\d+)'$/.exec(block) ?? [];
      const size = 2 ** (Number(level) - 11);
      expect(Number(number) * size + size).toBe(end);
      expect(size).toBeLessThanOrEqual(Math.max(1, reach));
      end -= size;
      reach += size;
    }
    expect(end).toBe(0);
    expect(blocks.length).toBeLessThanOrEqual(20);
  });

  it("ends where common words would cost too much, with a note", () => {
    const common = [word("the", 700_000), word("and", 600_000)];
    const { blocks, isWhole } = searchBlocks(common, million);
    expect(isWhole).toBe(false);
    expect(blocks[0]).toBe("'in:11:488'");
    expect(blocks.length).toBeLessThan(8);
  });

  it("is all of them where people, a tag or an author have few", () => {
    const common = [word("the", 700_000)];
    expect(searchBlocks(common, million, [40]).blocks).toEqual([""]);
    const busy = word("mara", 3, { authors: [["a1", 27_000]] });
    expect(searchBlocks([busy], million).blocks.length).toBeGreaterThan(1);
  });

  it("is never empty", () => {
    const { blocks } = searchBlocks(Array(12).fill(word("the", 9e8)), {
      newest: 3e9,
      stories: 3e9,
    });
    expect(blocks.length).toBeGreaterThan(0);
  });
});

describe("the order of results", () => {
  const found: Candidate[] = (
    [
      ["a", "2026-01-01", 1, 5],
      ["b", "2026-01-03", 0, 1],
      ["c", "2026-01-02", 0, 9.5],
      ["d", "2026-01-02", 0, 9.5],
    ] as const
  ).map(([id, day, relevance, score]) => ({ id, listedAt: new Date(day), relevance, score }));
  const orders = { best: "bdca", new: "bdca", popular: "dcab" } as const;

  it.each(Object.entries(orders))("%s", (sort, expected) => {
    const ids = sortCandidates(sort as keyof typeof orders, found, null).map(({ id }) => id);
    expect(ids.join("")).toBe(expected);
  });

  it.each(["best", "new", "popular"] as const)("goes on after any place: %s", (sort) => {
    const all = sortCandidates(sort, found, null);
    for (const [index, one] of all.entries()) {
      expect(sortCandidates(sort, found, cursorOf(sort, one))).toEqual(all.slice(index + 1));
    }
  });
});
