import type { TextBubble } from "@/lib/scenes/bubbles/schema";
import { faceSheet, faces } from "@/lib/scenes/lettering/faces";
import { type FallbackFont, fallbackFontsIn } from "@/lib/scenes/lettering/font-fallback";

const known = new WeakMap<TextBubble, Set<FallbackFont>>();

/** Cached, since each frame of a drag calls it for all bubbles and only one has changed. */
function facesOf(bubble: TextBubble): Set<FallbackFont> {
  let found = known.get(bubble);
  if (!found) {
    found = fallbackFontsIn(bubble);
    known.set(bubble, found);
  }
  return found;
}

/** Links the style sheets of the fallback fonts that the bubbles of these panels need. */
export function LetteringFaces({ bubbles }: { bubbles: readonly TextBubble[] }) {
  const needed = new Set(bubbles.flatMap((bubble) => [...facesOf(bubble)]));
  return [...needed].map((face) => (
    // React loads a link once for all panels; an import would add it to every page.
    <link
      key={face}
      rel="stylesheet"
      href={`/embed/fonts/${faces[face].folder}/${faceSheet}`}
      precedence="lettering"
    />
  ));
}
