import type { PaintedFigure, PaintRequest } from "./painter";
import { truncateText } from "./truncate-text";

const maxDescriptionLength = 400;
const maxStyleLength = 600;

const kinds: Record<PaintRequest["kind"], string> = {
  panel: "One panel of an illustrated comic.",
  character:
    "Portrait of one figure alone, head to knees, turned to the viewer, before a plain light background.",
  location: "A view of the place alone, without people.",
  free: "An illustration for a comic.",
};

/** For prompts without a negative one. */
export const noLettering =
  "No lettering of any kind: no text, captions, speech bubbles, signatures or watermarks.";

const describeFigure = ({ name, description }: PaintedFigure) =>
  `- ${name}: ${truncateText(description, maxDescriptionLength)}`;

/** A reference picture with its name in the prompt. */
interface Reference {
  name: string;
  bytes: Uint8Array;
}

const portraitOf =
  (title = "") =>
  ({ name, portrait }: PaintedFigure): Reference[] =>
    portrait ? [{ name: title + name, bytes: portrait.bytes }] : [];

/**
 * The reference pictures of a request, at most `max`: the picture to change, then the figures in
 * the order of the frame, then the location.
 */
export function referencesOf(
  { initialImage, figures, location }: PaintRequest,
  max: number,
): Reference[] {
  return [
    ...(initialImage ? [{ name: "the picture to change", bytes: initialImage.bytes }] : []),
    ...figures.flatMap(portraitOf()),
    ...(location ? portraitOf("the place ")(location) : []),
  ].slice(0, initialImage ? Math.max(1, max) : max);
}

/** Names the subject of each reference picture. */
function rolesOf(request: PaintRequest, maxReferences: number): string[] {
  const shown = referencesOf(request, maxReferences).map(
    ({ name }, at) => `image ${at + 1} is ${name}`,
  );
  if (shown.length === 0) return [];
  return [
    `Reference pictures: ${shown.join(", ")}. Keep faces, hair, clothes and places as they are there.`,
  ];
}

/**
 * The prompt for a model that paints from words: moment, figures, location, style.
 * @param maxReferences reference pictures that the model takes
 */
export function renderPaintingPrompt(request: PaintRequest, maxReferences: number): string {
  const { kind, prompt, artStyle, figures, location, initialImage, mask } = request;
  const style = artStyle ? [`Style: ${truncateText(artStyle, maxStyleLength)}`] : [];
  const roles = rolesOf(request, maxReferences);
  if (initialImage) {
    return [
      `Change ${mask ? "only the masked part of " : ""}the first picture: ${prompt}`,
      "Leave everything else in it as it is: people, composition, colours and style.",
      ...(referencesOf(request, maxReferences).length > 1 ? roles : []),
      noLettering,
    ].join("\n");
  }
  return [
    kinds[kind],
    prompt,
    ...(figures.length > 0 ? ["Who is in it:", ...figures.map(describeFigure)] : []),
    ...(location ? ["Where it is:", describeFigure(location)] : []),
    ...roles,
    ...style,
    noLettering,
  ].join("\n");
}
