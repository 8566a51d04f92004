import dynamic from "next/dynamic";
import type { TextBubble } from "@/lib/scenes/bubble";
import { facesIn, type SteppingFace } from "@/lib/scenes/letter-faces";

const EmojiFaces = dynamic(() => import("./emoji-faces"));
const HangulFaces = dynamic(() => import("./hangul-faces"));
const IdeographFaces = dynamic(() => import("./ideograph-faces"));

const known = new WeakMap<TextBubble, SteppingFace[]>();

/** Asked for at each frame of a drag, and the same for all bubbles but one. */
function facesOf(bubble: TextBubble): SteppingFace[] {
  let faces = known.get(bubble);
  if (!faces) {
    const { text, style } = bubble;
    faces = [...facesIn(text, { family: style.fontFamily, weight: style.fontWeight })];
    known.set(bubble, faces);
  }
  return faces;
}

/** Large style sheets of fonts, for the panels whose bubbles need them. */
export function LetteringFaces({ bubbles }: { bubbles: readonly TextBubble[] }) {
  const faces = new Set(bubbles.flatMap(facesOf));
  return (
    <>
      {faces.has("Noto Emoji") && <EmojiFaces />}
      {faces.has("Jua") && <HangulFaces />}
      {faces.has("Mochiy Pop One") && <IdeographFaces />}
    </>
  );
}
