import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  AnswerSyntaxError,
  answerByteLimit,
  type ScriptEvent,
  ScriptParser,
} from "@/lib/generation/text/writer-tasks";
import { runs } from "@/tests/support/full-run";
import { parseResponse } from "../../support/parse-response";

const answer = {
  title: 'The "Glass" Harbour',
  description: "Ünïcode, {braces}, [brackets], a backslash \\ and an emoji 🦊.",
  newCharacters: [{ name: "Mara", tags: ["a", { deep: [1, 2] }] }],
  newLocations: [],
  panels: [
    { shot: "wide", lines: [{ speaker: null, text: '}{][\\"' }] },
    { shot: "close-up", lines: [] },
  ],
};

function feed(chunks: Iterable<string>): { events: ScriptEvent[]; value: Record<string, unknown> } {
  const stream = new ScriptParser();
  const events: ScriptEvent[] = [];
  for (const chunk of chunks) events.push(...stream.push(chunk));
  return { events, value: stream.end() };
}

/** Cuts `text` at the given places. */
function cutAt(text: string, cuts: number[]): string[] {
  const places = [...new Set(cuts.map((cut) => cut % (text.length + 1)))].sort((a, b) => a - b);
  const chunks: string[] = [];
  let from = 0;
  for (const place of [...places, text.length]) {
    chunks.push(text.slice(from, place));
    from = place;
  }
  return chunks;
}

describe("ScriptStream", () => {
  it("yields header fields in order and each panel as soon as its brace closes", () => {
    const stream = new ScriptParser();
    const text = JSON.stringify(answer);
    const seen: string[] = [];
    const at = new Map<string, number>();
    for (let index = 0; index < text.length; index += 1) {
      for (const event of stream.push(text.charAt(index))) {
        const label = event.type === "field" ? event.key : `panel ${event.index}`;
        seen.push(label);
        at.set(label, index);
      }
    }
    expect(seen).toEqual([
      "title",
      "description",
      "newCharacters",
      "newLocations",
      "panel 0",
      "panel 1",
    ]);
    expect(at.get("panel 0")).toBe(text.indexOf(',{"shot":"close-up"') - 1);
    expect(stream.end()).toEqual(answer);
  });

  it("gives the same events for any chunks", () => {
    const texts = [
      JSON.stringify(answer),
      JSON.stringify(answer, null, 2),
      `Here you are:\n\`\`\`json\n${JSON.stringify(answer, null, 1)}\n\`\`\`\nEnjoy {it}!`,
    ];
    const whole = feed([JSON.stringify(answer)]);
    for (const text of texts) {
      fc.assert(
        fc.property(fc.array(fc.nat(), { maxLength: 40 }), (cuts) => {
          expect(feed(cutAt(text, cuts))).toEqual(whole);
        }),
      );
    }
  });

  it("agrees with JSON.parse on any object, cut anywhere", () => {
    const object = fc.dictionary(
      fc.oneof(fc.string(), fc.constantFrom("title", "panels", "__proto__", "constructor")),
      fc.oneof(fc.jsonValue(), fc.array(fc.jsonValue())),
    );
    fc.assert(
      fc.property(
        object,
        fc.array(fc.nat(), { maxLength: 20 }),
        fc.nat(3),
        (value, cuts, indent) => {
          const text = JSON.stringify(value, null, indent);
          const read = feed(cutAt(text, cuts));
          expect(JSON.stringify(read.value)).toBe(JSON.stringify(JSON.parse(text)));
          const panels = read.events.filter((event) => event.type === "panel");
          if (Array.isArray(value.panels)) {
            expect(panels.map((event) => JSON.stringify(event.value))).toEqual(
              value.panels.map((panel) => JSON.stringify(panel)),
            );
          } else expect(panels).toEqual([]);
        },
      ),
      { numRuns: runs(300) },
    );
  });

  it("throws only AnswerSyntaxError, and the same for any chunks", () => {
    const junk = fc.oneof(
      fc.string({ maxLength: 60 }),
      fc.tuple(fc.string({ maxLength: 10 }), fc.nat(200)).map(([extra, at]) => {
        const text = JSON.stringify(answer);
        return text.slice(0, at) + extra + text.slice(at + 3);
      }),
    );
    const outcome = (chunks: string[]) => {
      try {
        return JSON.stringify(feed(chunks).value);
      } catch (error) {
        expect(error).toBeInstanceOf(AnswerSyntaxError);
        return String(error);
      }
    };
    fc.assert(
      fc.property(junk, fc.array(fc.nat(), { maxLength: 12 }), (text, cuts) => {
        expect(outcome(cutAt(text, cuts))).toBe(outcome([text]));
      }),
      { numRuns: runs(400) },
    );
  });

  it("reports a truncated, a missing and an oversized document", () => {
    const text = JSON.stringify(answer);
    for (let end = 1; end < text.length; end += 1) {
      expect(() => parseResponse(text.slice(0, end))).toThrow(AnswerSyntaxError);
    }
    expect(() => parseResponse("I would rather not.")).toThrow("no JSON object");
    const stream = new ScriptParser();
    stream.push('{"title":"');
    expect(() => stream.push("ü".repeat(answerByteLimit / 2))).toThrow("256 kB");
    const allowed = `{"t":"${"a".repeat(answerByteLimit - 8)}"}`;
    expect(parseResponse(allowed)).toHaveProperty("t");
  });

  it("refuses two lists of panels and accepts a trailing comma", () => {
    expect(() => parseResponse('{"panels":[],"panels":[1]}')).toThrow("twice");
    expect(parseResponse('{"panels":[{"a":1},],}')).toEqual({ panels: [{ a: 1 }] });
    expect(() => parseResponse('{"panels":[,]}')).toThrow(AnswerSyntaxError);
    expect(() => parseResponse('{"title":}')).toThrow('"title"');
  });
});
