import { cutText } from "./cut-text";
import type { PaintedFigure, PaintRequest } from "./painter";
import { referencesOf } from "./references";

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

/** Who or what is on which of the pictures that go along. */
function rolesOf(request: PaintRequest, most: number): string[] {
  const shown = referencesOf(request, most).map(({ name }, at) => `image ${at + 1} is ${name}`);
  if (shown.length === 0) return [];
  return [
    `Reference pictures: ${shown.join(", ")}. Keep faces, hair, clothes and places as they are there.`,
  ];
}

/**
 * What a model that draws from words is told: the moment, who and what is in it, the style.
 * @param most how many pictures the model takes
 */
export function renderPaintingPrompt(request: PaintRequest, most: number): string {
  const { kind, prompt, artStyle, figures, location, initialImage } = request;
  const style = artStyle ? [`Style: ${cutText(artStyle, longestStyle)}`] : [];
  const roles = rolesOf(request, most);
  if (initialImage) {
    return [
      `Change the first picture: ${prompt}`,
      "Leave everything else in it as it is: people, composition, colours and style.",
      ...(referencesOf(request, most).length > 1 ? roles : []),
      noLettering,
    ].join("\n");
  }
  return [
    kinds[kind],
    prompt,
    ...(figures.length > 0 ? ["Who is in it:", ...figures.map(looksOf)] : []),
    ...(location ? ["Where it is:", looksOf(location)] : []),
    ...roles,
    ...style,
    noLettering,
  ].join("\n");
}
