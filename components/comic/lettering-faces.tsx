import type { TextBubble } from "@/lib/scenes/bubble-schema";
import { type FallbackFont, fallbackFontsIn } from "@/lib/scenes/font-fallback";

/** Style sheets of faces that are split into many files: kilobytes that few pages need. */
const sheets: [face: FallbackFont, files: string[]][] = [
  ["Noto Emoji", ["noto-emoji/700"]],
  ["Jua", ["jua/400"]],
  ["Mochiy Pop One", ["mochiy-pop-one/400", "noto-sans-symbols-2/symbols-400"]],
];

const known = new WeakMap<TextBubble, FallbackFont[]>();

/** Cached, since each frame of a drag calls it for all bubbles and only one has changed. */
function facesOf(bubble: TextBubble): FallbackFont[] {
  let faces = known.get(bubble);
  if (!faces) {
    const { text, style } = bubble;
    faces = [...fallbackFontsIn(text, { family: style.fontFamily, weight: style.fontWeight })];
    known.set(bubble, faces);
  }
  return faces;
}

/** Links the large font style sheets that the bubbles of these panels need. */
export function LetteringFaces({ bubbles }: { bubbles: readonly TextBubble[] }) {
  const faces = new Set(bubbles.flatMap(facesOf));
  return sheets.map(
    ([face, files]) =>
      faces.has(face) &&
      files.map((file) => (
        // React loads a link once for all panels; an import would add it to every page.
        <link
          key={file}
          rel="stylesheet"
          href={`/embed/fonts/${file}.css`}
          precedence="lettering"
        />
      )),
  );
}
