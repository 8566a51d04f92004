import dynamic from "next/dynamic";
import type { TextBubble } from "@/lib/scenes/bubble";
import { facesIn } from "@/lib/scenes/letter-faces";

const EmojiFaces = dynamic(() => import("./emoji-faces"));
const HangulFaces = dynamic(() => import("./hangul-faces"));
const IdeographFaces = dynamic(() => import("./ideograph-faces"));

/** Large style sheets of fonts, for the panels whose bubbles need them. */
export function LetteringFaces({ bubbles }: { bubbles: readonly TextBubble[] }) {
  const faces = new Set(
    bubbles.flatMap(({ text, style }) => [
      ...facesIn(text, { family: style.fontFamily, weight: style.fontWeight }),
    ]),
  );
  return (
    <>
      {faces.has("Noto Emoji") && <EmojiFaces />}
      {faces.has("Jua") && <HangulFaces />}
      {faces.has("Mochiy Pop One") && <IdeographFaces />}
    </>
  );
}
