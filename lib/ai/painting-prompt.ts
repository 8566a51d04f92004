import { cutText } from "./cut-text";
import type { PaintedFigure, PaintRequest } from "./painter";

const longestLooks = 400;
const longestStyle = 600;

const kinds: Record<PaintRequest["kind"], string> = {
  panel: "One panel of an illustrated comic.",
  character:
    "Portrait of one figure alone, head to knees, turned to the viewer, before a plain light background.",
  location: "A view of the place alone, without people.",
  free: "An illustration for a comic.",
};

const noLettering =
  "No lettering of any kind: no text, captions, speech bubbles, signatures or watermarks.";

const looksOf = ({ name, description }: PaintedFigure) =>
  `- ${name}: ${cutText(description, longestLooks)}`;

/** What a model that draws from words is told: the moment, who and what is in it, the style. */
export function renderPaintingPrompt(request: PaintRequest): string {
  const { kind, prompt, artStyle, figures, location, initialImage } = request;
  const style = artStyle ? [`Style: ${cutText(artStyle, longestStyle)}`] : [];
  if (initialImage) {
    return [
      `Change the first picture: ${prompt}`,
      "Leave everything else in it as it is: people, composition, colours and style.",
      noLettering,
    ].join("\n");
  }
  return [
    kinds[kind],
    prompt,
    ...(figures.length > 0 ? ["Who is in it:", ...figures.map(looksOf)] : []),
    ...(location ? ["Where it is:", looksOf(location)] : []),
    ...style,
    noLettering,
  ].join("\n");
}
