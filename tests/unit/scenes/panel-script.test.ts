import { describe, expect, it } from "vitest";
import { bubblesForPicture } from "@/lib/scenes/panels/script";

const lines = [
  { speaker: "Zlata", kind: "speech", text: "Do you hear it?" },
  { speaker: "Ivo", kind: "speech", text: "I feel it." },
];
const id = "01a21cac-fcf5-76da-bb08-3c1007d41e68";
const at = (zlata: number, ivo: number) => [
  { name: "Zlata", box: { x: zlata, y: 0.4, width: 0.15, height: 0.15 } },
  { name: "Ivo", box: { x: ivo, y: 0.45, width: 0.15, height: 0.15 } },
];
const first = bubblesForPicture({ id, lines, textBubbles: [] }, at(0.1, 0.7), "3:4");
const moved = at(0.35, 0.75);
const again = (textBubbles: unknown, faces = moved) =>
  bubblesForPicture({ id, lines, textBubbles }, faces, "3:4");
const tips = (bubbles: typeof first) => bubbles.map(({ style }) => style.tailTip);

describe("a new picture of a panel", () => {
  it("has its bubbles where a first picture would have them", () => {
    expect(again(first)).toEqual(again([]));
    expect(tips(again(first))).not.toEqual(tips(first));
  });

  it("keeps bubbles edited by hand, and moves the tails of the others", () => {
    const [zlata, ivo] = first;
    const hand = { ...zlata, text: "Listen!", byHand: true };
    const own = { ...ivo, id: "of-the-author" };
    const [one, two, three] = again([hand, ivo, own]);
    expect([one, three]).toEqual([hand, own]);
    expect(two?.position).toEqual(ivo?.position);
    expect(two?.style.tailTip).toEqual(again([])[1]?.style.tailTip);
  });

  it("restores no deleted bubble, and changes nothing where faces are unknown", () => {
    expect(again(first.slice(1)).map(({ speaker }) => speaker)).toEqual(["Ivo"]);
    expect(again(first, [])).toEqual([]);
  });
});
