import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bubbleGeometry, panelMargin } from "@/lib/scenes/bubbles/geometry";
import {
  type Face,
  freePosition,
  minDistance,
  placeBubbles,
  type ScriptLine,
} from "@/lib/scenes/bubbles/placement";
import { bubblePresets, presetFor, presetNames } from "@/lib/scenes/bubbles/presets";
import { textBubbles } from "@/lib/scenes/bubbles/schema";
import { runs } from "@/tests/support/full-run";
import { anyFaces, anyLines, anyPanel } from "./arbitraries";

const panel = { width: 672, height: 896 };
const idOf = (index: number) => `line-${index}`;
const face = (name: string, x: number, y: number, size = 0.2): Face => ({
  name,
  box: { x, y, width: size, height: size },
});
const say = (speaker: string | null, text: string, kind: ScriptLine["kind"] = "speech") => ({
  speaker,
  kind,
  text,
});
const place = (lines: ScriptLine[], faces: Face[] = []) =>
  placeBubbles({ lines, faces, panel, idOf });
const boxesOf = (lines: ScriptLine[], faces: Face[] = []) =>
  place(lines, faces).map((bubble) => bubbleGeometry(bubble, panel).box);

describe("placing a script as bubbles", () => {
  it("returns valid bubbles within the panel for every script", () => {
    fc.assert(
      fc.property(anyLines, anyFaces, anyPanel, (lines, faces, size) => {
        const bubbles = placeBubbles({ lines, faces, panel: size, idOf });
        expect(bubbles).toHaveLength(lines.length);
        expect(textBubbles.parse(bubbles)).toEqual(bubbles);
        for (const bubble of bubbles) {
          const { box } = bubbleGeometry(bubble, size);
          expect(box.x).toBeGreaterThanOrEqual(size.width * panelMargin - 1e-6);
          expect(box.x + box.width).toBeLessThanOrEqual(size.width * (1 - panelMargin) + 1e-6);
        }
        expect(placeBubbles({ lines, faces, panel: size, idOf })).toEqual(bubbles);
      }),
      { numRuns: runs(200) },
    );
  });

  it("puts lines in reading order without covering each other or a face", () => {
    const faces = [face("Mara", 0.15, 0.45), face("Tom", 0.65, 0.42)];
    const lines = [
      say(null, "Night, at the lighthouse.", "narration"),
      say("Mara", "Did you hear that?"),
      say("Tom", "It came from the lamp room."),
    ];
    const boxes = boxesOf(lines, faces);
    boxes.forEach((box, index) => {
      for (const { box: head } of faces) {
        const over =
          Math.min(box.x + box.width, (head.x + head.width) * 672) >
            Math.max(box.x, head.x * 672) &&
          Math.min(box.y + box.height, (head.y + head.height) * 896) >
            Math.max(box.y, head.y * 896);
        expect(over).toBe(false);
      }
      const next = boxes[index + 1];
      if (!next) return;
      const apart =
        next.x >= box.x + box.width ||
        next.y >= box.y + box.height ||
        next.y + next.height <= box.y;
      expect(apart).toBe(true);
      expect(next.y + next.height / 2 > box.y + box.height / 2 || next.x > box.x).toBe(true);
    });
  });

  it("points the tail at the speaker's face and stops before it", () => {
    const [left, right] = place(
      [say("Mara", "Left of the picture."), say("Tom", "Right of the picture.")],
      [face("mara", 0.1, 0.5), face("Tom", 0.7, 0.5)],
    );
    expect(left?.style.tailTip?.x).toBeLessThan(0.45);
    expect(right?.style.tailTip?.x).toBeGreaterThan(0.55);
    for (const bubble of [left, right]) {
      expect(bubble?.style.tailTip?.y).toBeLessThanOrEqual(0.5);
      expect(bubble?.style.tailDirection).toMatch(/^bottom/);
    }
  });

  it("ends the tail nearest to the speaker's face, for any two faces", () => {
    const far = (tip: { x: number; y: number }, { box }: Face) =>
      Math.hypot(
        Math.max(box.x - tip.x, 0, tip.x - box.x - box.width) * panel.width,
        Math.max(box.y - tip.y, 0, tip.y - box.y - box.height) * panel.height,
      );
    const place01 = fc.double({ min: 0, max: 0.3, noNaN: true });
    fc.assert(
      fc.property(
        fc.tuple(place01, fc.double({ min: 0, max: 0.8, noNaN: true }), place01),
        fc.tuple(place01, fc.double({ min: 0, max: 0.8, noNaN: true }), place01),
        ([x1, y1, size1], [x2, y2, size2]) => {
          const faces = [
            face("Mara", x1, y1, 0.02 + size1 * 0.6),
            face("Tom", 0.55 + x2, y2, 0.02 + size2 * 0.5),
          ];
          const lines = [
            say("Tom", "Did you hear that?"),
            say("Mara", "It came from the lamp room, as it did yesterday."),
            say("Tom", "RUN!"),
          ];
          for (const { speaker, style } of place(lines, faces)) {
            const [own, other] = speaker === "Mara" ? faces : [...faces].reverse();
            if (!style.tailTip || !own || !other) throw new Error("no tail");
            expect(far(style.tailTip, own)).toBeLessThan(far(style.tailTip, other));
          }
        },
      ),
      { numRuns: runs(200) },
    );
  });

  it("shows a tail over a close-up too, where the way to the face ends in the bubble", () => {
    const mara = { name: "Mara", box: { x: 0.56, y: 0.2, width: 0.32, height: 0.41 } };
    const oskar = { name: "Oskar", box: { x: 0.43, y: 0.27, width: 0.39, height: 0.4 } };
    const lines = [
      say("Oskar", "You knew that I would come back here."),
      say("Mara", "I was hoping you didn't."),
    ];
    for (const bubble of place(lines, [mara, oskar])) {
      const { box } = bubbleGeometry(bubble, panel);
      const { x = 0, y = 0 } = bubble.style.tailTip ?? {};
      const isBeside = x * panel.width < box.x || x * panel.width > box.x + box.width;
      const isAbove = y * panel.height < box.y || y * panel.height > box.y + box.height;
      expect(isBeside || isAbove, bubble.text).toBe(true);
    }
  });

  it("puts a line nearer to the head of its speaker than to another one", () => {
    const lines = [say("A", "Then we wait until the bell rings."), say("B", "Quiet now.")];
    for (const x of [0.3, 0.4, 0.5, 0.6, 0.7])
      for (const y of [0.1, 0.3, 0.5])
        for (const lower of [0, 0.15, 0.3]) {
          const faces = [face("A", 0.1, y, 0.15), face("B", x, y + lower, 0.15)];
          const far = boxesOf(lines, faces).map((box) =>
            faces.map(({ box: head }) =>
              Math.hypot(
                Math.max(0, head.x * 672 - box.x - box.width, box.x - (head.x + 0.15) * 672),
                Math.max(0, head.y * 896 - box.y - box.height, box.y - (head.y + 0.15) * 896),
              ),
            ),
          );
          expect(far[0]?.[0]).toBeLessThanOrEqual(far[0]?.[1] ?? 0);
          expect(far[1]?.[1]).toBeLessThanOrEqual(far[1]?.[0] ?? 0);
        }
  });

  it("finds the speaker by a unique part of a name", () => {
    const faces = [face("Captain Ines Verne", 0.1, 0.5), face("Ines Lind", 0.7, 0.5)];
    const tip = (speaker: string) => place([say(speaker, "Here.")], faces)[0]?.style.tailTip?.x;
    expect(tip("Verne")).toBeLessThan(0.4);
    expect(tip("lind")).toBeGreaterThan(0.6);
    expect(tip("Ines")).toBeUndefined();
    expect(tip("Mara")).toBeUndefined();
  });

  it("puts narration on top without a tail and subtitles at the bottom", () => {
    const [narration, subtitle] = place([
      say(null, "Meanwhile, below the sea.", "narration"),
      say(null, "Bonjour, monsieur.", "subtitle"),
    ]);
    expect(narration?.style.tailDirection).toBe("none");
    expect(narration?.position.y).toBeLessThan(0.2);
    expect(subtitle?.position.y).toBeGreaterThan(0.8);
  });

  it("puts narration that ends a panel into a corner at the bottom, off faces and bodies", () => {
    const lines = [
      say("Nora", "Truce?"),
      say("Otto", "Until after supper."),
      say(null, "Nobody has won. It is a start.", "narration"),
    ];
    for (const [x, other] of [
      [0.1, 0.4],
      [0.4, 0.7],
      [0.35, 0.5],
    ] as const) {
      const faces = [face("Nora", x, 0.3, 0.15), face("Otto", other, 0.28, 0.15)];
      const [first, second, last] = boxesOf(lines, faces);
      if (!first || !second || !last) throw new Error("no bubble");
      expect(last.y + last.height).toBeGreaterThan(panel.height * 0.95);
      expect(last.y).toBeGreaterThan(Math.max(first.y + first.height, second.y + second.height));
      for (const { box } of faces) {
        const [from, to] = [box.x * panel.width, (box.x + box.width) * panel.width];
        expect(last.x + last.width <= from || last.x >= to).toBe(true);
      }
    }
  });

  it("leads the dots of a thought to the head, also where the bubble is large", () => {
    const small = { width: 312, height: 416 };
    for (const [x, y] of [
      [0.35, 0.55],
      [0.1, 0.6],
      [0.6, 0.7],
    ] as const) {
      const { box } = face("Nora", x, y, 0.25);
      const lines = [say("Nora", "One of us should keep a list of all this.", "thought")];
      const [bubble] = placeBubbles({ lines, faces: [{ name: "Nora", box }], panel: small, idOf });
      const tip = bubble?.style.tailTip;
      if (!bubble || !tip) throw new Error("no tail");
      const dx = Math.max(box.x - tip.x, 0, tip.x - box.x - box.width);
      const dy = Math.max(box.y - tip.y, 0, tip.y - box.y - box.height);
      expect(Math.hypot(dx, dy)).toBeLessThan(box.width * 0.3);
      expect(tip.y).toBeLessThan(box.y + box.height);
      const bubbleBox = bubbleGeometry(bubble, small).box;
      expect(tip.y * small.height - bubbleBox.y - bubbleBox.height).toBeGreaterThan(15);
    }
  });

  it("keeps narration on top that is alone or before others", () => {
    const told = say(null, "Evening, at the harbour.", "narration");
    const faces = [face("Nora", 0.4, 0.4)];
    expect(place([told], faces)[0]?.position.y).toBeLessThan(0.2);
    expect(place([told, say("Nora", "Truce?")], faces)[0]?.position.y).toBeLessThan(0.2);
  });

  it("letters a line by its kind", () => {
    expect(presetFor("speech", "Hello there.")).toBe("Speech Default");
    expect(presetFor("speech", "RUN!")).toBe("Shout");
    expect(presetFor("speech", "Come back!!")).toBe("Shout");
    expect(presetFor("speech", "(They can hear us.)")).toBe("Whisper");
    expect(presetFor("speech", "I")).toBe("Speech Default");
    expect(presetFor("thought", "RUN!")).toBe("Thought");
  });

  it("has the presets of the spec", () => {
    const white = { textColor: "#ffffff", backgroundColor: "#000000", fontFamily: "Righteous" };
    const styles = {
      "Speech Default": { fontSize: 16, fontFamily: "Bangers", maxWidth: 160, tailSize: 12 },
      Shout: { fontSize: 24, maxWidth: 220 },
      Whisper: { fontSize: 14 },
      Thought: { bubbleShape: "cloud" },
      Narration: { maxWidth: 180, tailDirection: "none" },
      Subtitle: { ...white, fontSize: 18, maxWidth: 300 },
    };
    expect(presetNames).toEqual(Object.keys(styles));
    for (const name of presetNames)
      expect(bubblePresets[name].style, name).toMatchObject(styles[name]);
  });

  it("finds free space for a new bubble near the top", () => {
    expect(freePosition([])).toEqual({ x: 0.5, y: 0.2, anchor: "center" });
    const position = { x: 0.5, y: 0.2, anchor: "center" as const };
    const next = freePosition(place([say("Mara", "Hi")]).map((one) => ({ ...one, position })));
    expect(Math.hypot(next.x - 0.5, next.y - 0.2)).toBeGreaterThanOrEqual(minDistance);
  });
});
