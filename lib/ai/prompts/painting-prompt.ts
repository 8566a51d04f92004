import type { PaintedFigure, PaintRequest, Reference, ReferenceRole } from "../painter";
import { truncateText } from "./truncate-text";

const maxDescriptionLength = 400;
const maxStyleLength = 600;

const kinds: Record<PaintRequest["kind"], string> = {
  panel: "One panel of an illustrated comic.",
  character:
    "Portrait of one figure alone, head to knees, turned to the viewer, before a plain light background.",
  location: "A view of the place alone, without people.",
  reference: "A reference picture for the artists of a comic.",
  free: "An illustration for a comic.",
};

/** For engines without a negative prompt. */
export const noLettering =
  "No lettering of any kind: no text, captions, speech bubbles, signatures or watermarks.";

const describeFigure = ({ name, description, outfit }: PaintedFigure) => {
  const looks = truncateText(description, maxDescriptionLength);
  if (!outfit) return `- ${name}: ${looks}`;
  const clothes = truncateText(outfit.description || outfit.name, maxDescriptionLength);
  return `- ${name}: wears: ${clothes}. Looks, without the clothes named here: ${looks}`;
};

/** A picture of a request, with the words for what it shows. */
interface SentPicture {
  shows: string;
  bytes: Uint8Array;
}

const changed = "is the picture to change";

/**
 * The pictures of a request, at most `max`: the picture to change, then the references in their
 * order.
 */
export function referencesOf(
  { initialImage, references = [] }: Pick<PaintRequest, "initialImage" | "references">,
  max: number,
): SentPicture[] {
  const room = initialImage ? Math.max(1, max) - 1 : max;
  const taken = references.slice(0, room);
  return [
    ...(initialImage ? [{ shows: changed, bytes: initialImage.bytes }] : []),
    ...taken.map((one) => ({ shows: describeReference(one, taken), bytes: one.bytes })),
  ];
}

function describeReference(one: Reference, all: Reference[]): string {
  const { role, name, label, characterId } = one;
  if (role === "place") return `is the place ${name}${label && ` ${label}`}`;
  if (role === "style") return "shows the style to draw in";
  if (role === "panel") return `is ${label}`;
  if (role === "outfit") return `is ${name}'s ${label}`;
  if (role === "view" || role === "expression") return `is ${name} ${label}`.trimEnd();
  // The only picture of a figure stands for the whole figure.
  const isAlone = all.every((other) => other === one || other.characterId !== characterId);
  return `is ${name}${isAlone ? "" : role === "face" ? "'s face" : "'s full figure"}`;
}

const roleRules: Partial<Record<ReferenceRole, string>> = {
  outfit: "Clothes are those of the picture of the outfit, not of the face or figure.",
  panel: "From another panel keep people, clothes, place and light, and draw the new moment.",
  style: "From the picture of the style take line, colour and finish alone, nothing that it shows.",
};

/** Says what each picture shows, and what to take from it. */
function rolesOf(request: PaintRequest, maxReferences: number): string[] {
  const shown = referencesOf(request, maxReferences);
  if (shown.length === 0) return [];
  const { initialImage, references = [] } = request;
  const taken = references.slice(0, shown.length - (initialImage ? 1 : 0));
  const roles = new Set(taken.map(({ role }) => role));
  const pictures = shown.map(({ shows }, at) => `image ${at + 1} ${shows}`).join(", ");
  const rules = Object.entries(roleRules).flatMap(([role, rule]) =>
    roles.has(role as ReferenceRole) ? [rule] : [],
  );
  // Pictures of a sheet show other clothes, or another light.
  const kept =
    request.kind === "reference"
      ? "face, hair, build and buildings"
      : "faces, hair, clothes and places";
  return [
    [`Reference pictures: ${pictures}.`, `Keep ${kept} as they are there.`, ...rules].join(" "),
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
