import type { TextBubble } from "@/lib/scenes/bubble";
import { type FallbackFont, fallbackFontsIn } from "@/lib/scenes/font-fallback";

/** Style sheets of faces that are slices of many files: kilobytes that few pages need. */
const sheets: [face: FallbackFont, files: string[]][] = [
  ["Noto Emoji", ["noto-emoji/700"]],
  ["Jua", ["jua/400"]],
  ["Mochiy Pop One", ["mochiy-pop-one/400", "noto-sans-symbols-2/symbols-400"]],
];

const known = new WeakMap<TextBubble, FallbackFont[]>();

/** Asked for at each frame of a drag, and the same for all bubbles but one. */
function facesOf(bubble: TextBubble): FallbackFont[] {
  let faces = known.get(bubble);
  if (!faces) {
    const { text, style } = bubble;
    faces = [...fallbackFontsIn(text, { family: style.fontFamily, weight: style.fontWeight })];
    known.set(bubble, faces);
  }
  return faces;
}

/** Large style sheets of fonts, for the panels whose bubbles need them. */
export function LetteringFaces({ bubbles }: { bubbles: readonly TextBubble[] }) {
  const faces = new Set(bubbles.flatMap(facesOf));
  return sheets.map(
    ([face, files]) =>
      faces.has(face) &&
      files.map((file) => (
        // Asked for once, however many panels need it; an import would bring it to every page.
        <link
          key={file}
          rel="stylesheet"
          href={`/embed/fonts/${file}.css`}
          precedence="lettering"
        />
      )),
  );
}
