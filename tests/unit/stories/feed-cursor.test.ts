import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readCursor, writeCursor } from "@/lib/stories/feed/cursor";

const id = "01234567-89ab-7cde-8f01-23456789abcd";

describe("the feed's cursor", () => {
  it("parses its own output", () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date("2000-01-01"), max: new Date("2099-01-01"), noInvalidDate: true }),
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.uuid(),
        (date, score, uuid) => {
          const byDate = { key: date.toISOString(), id: uuid };
          expect(readCursor("new", writeCursor("new", byDate))).toEqual(byDate);
          const byScore = { key: String(score), id: uuid };
          expect(readCursor("popular", writeCursor("popular", byScore))).toEqual(byScore);
        },
      ),
    );
  });

  it("is invalid in a list of another order", () => {
    const cursor = writeCursor("popular", { key: "12.5", id });
    expect(readCursor("new", cursor)).toBeNull();
  });

  it("maps anything else to null and never throws", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(readCursor("new", text)).toBeNull();
      }),
    );
    for (const key of ["2026-02-30T00:00:00.000Z", "0000-01-01T00:00:00.000Z"]) {
      expect(readCursor("new", writeCursor("new", { key, id }))).toBeNull();
    }
    for (const key of ["1e-400", "1e400"]) {
      expect(readCursor("popular", writeCursor("popular", { key, id }))).toBeNull();
    }
    for (const text of ["", "%", btoa("new|now|me"), btoa(`new|2026-01-01|${id}`)]) {
      expect(readCursor("new", text)).toBeNull();
    }
    // Tables of all characters are made first, which takes seconds on a busy machine.
  }, 30_000);
});
