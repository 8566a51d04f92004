/** Chooses the reference pictures that a request carries, the most useful first. */
import type { Reference } from "@/lib/ai/painter";
import { type PictureFacts, type Sheet, type SheetPicture, wordsOf } from "./picture-facts";

export type PlannedReference = Omit<Reference, "bytes">;

/** A finished panel that the request carries. */
export interface PanelReference {
  panelId: string;
  mediaId: string;
  /** 'the panel before' or 'scene 3, panel 2'. */
  label: string;
}

/**
 * The references of a panel's picture, the most important first: a face of each character, outfits,
 * the place, panels, full figures, the style, and last the views and expressions that the panel's
 * words name.
 * @param panels those named in the prompt, then the panel before
 * @param max pictures that the model takes
 */
export function planReferences(
  facts: PictureFacts,
  panels: readonly PanelReference[],
  max: number,
): PlannedReference[] {
  const words = stemsOf(wordsOf(facts));
  const { location, look } = facts;
  const cast = facts.characters.map((one) => picturesOf(one, words));
  const ranked = [
    ...cast.map(({ face }) => face),
    ...cast.map(({ outfit }) => outfit),
    location && placeOf(location, words),
    ...panels.map((panel): PlannedReference => ({ role: "panel", name: "", ...panel })),
    ...cast.map(({ figure }) => figure),
    look.styleMediaId &&
      ({ role: "style", name: "", label: "", mediaId: look.styleMediaId } as const),
    ...cast.flatMap(({ fitting }) => fitting),
  ].filter((one) => one !== null && one !== undefined && one !== "");
  const isFirst = ({ mediaId }: PlannedReference, at: number) =>
    ranked.findIndex((one) => one.mediaId === mediaId) === at;
  return ranked.filter(isFirst).slice(0, max);
}

/** The pictures of a character by their use. */
function picturesOf(one: PictureFacts["characters"][number], words: Set<string>) {
  const { id: characterId, name, outfit, primaryMediaId: mediaId, references } = one;
  const own = (picture: Pick<SheetPicture, "role" | "label" | "mediaId">): PlannedReference => ({
    role: picture.role,
    name,
    label: picture.label,
    mediaId: picture.mediaId,
    characterId,
  });
  const of = (...roles: SheetPicture["role"][]) =>
    bestFirst(
      references.filter(({ role }) => roles.includes(role)),
      words,
    ).map(own);
  const portrait = mediaId && own({ role: "figure", label: "", mediaId });
  const whole = [...of("figure"), ...(portrait ? [portrait] : [])];
  const face = of("face")[0] ?? (portrait || whole[0] || of("view")[0]);
  const worn = references.find(({ outfitId }) => outfit && outfitId === outfit.id);
  return {
    face: face && face.role === "figure" ? { ...face, role: "face" as const } : face,
    outfit: worn && outfit && own({ ...worn, label: outfit.name }),
    figure: whole.find((picture) => picture.mediaId !== face?.mediaId),
    fitting: of("view", "expression").filter(({ label }) => fits(label, words)),
  };
}

/** The view that the words name, else the location's own picture, else its first view. */
function placeOf(location: Sheet, words: Set<string>): PlannedReference | null {
  const { id: locationId, name, primaryMediaId, references } = location;
  const [view] = bestFirst(references, words);
  const usual = primaryMediaId && { label: "", mediaId: primaryMediaId };
  const { label, mediaId } = (view && fits(view.label, words) ? view : usual || view) ?? {};
  return mediaId ? { role: "place", name, label: label ?? "", mediaId, locationId } : null;
}

const bestFirst = (pictures: SheetPicture[], words: Set<string>) =>
  pictures.toSorted(
    (one, other) => Number(fits(other.label, words)) - Number(fits(one.label, words)),
  );

/** Words that say nothing about a picture. */
const fillers = new Set("a an and at by from in its of on the to view with".split(" "));

/** Word stems of a text: 'laughs' and 'laughing' have the same. */
const stemsOf = (text: string): Set<string> =>
  new Set(
    (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
      .filter((word) => !fillers.has(word))
      .map((word) => (word.length > 4 ? word.replace(/(?:ing|ed|es|s)$/u, "") : word)),
  );

/** Whether a text names all that a picture's label says. */
function fits(label: string, words: Set<string>): boolean {
  const stems = stemsOf(label);
  return stems.size > 0 && stems.isSubsetOf(words);
}

const namedPanel =
  /\bscene\s+(?<scene>\d{1,3}),?\s+panel\s+(?<panel>\d{1,2})\b|\bpanel\s+(?<panelOf>\d{1,2})\s+of\s+scene\s+(?<sceneOf>\d{1,3})\b|\b(?:as|like)\s+in\s+panel\s+(?<near>\d{1,2})\b/giu;

/** Panels that a prompt names: 'as in scene 3, panel 2', or 'as in panel 2' of its own scene. */
export function panelsNamedIn(prompt: string, sceneNumber: number) {
  const named = [...prompt.matchAll(namedPanel)].map(({ groups = {} }) => ({
    sceneNumber: Number(groups.scene ?? groups.sceneOf ?? sceneNumber),
    panelNumber: Number(groups.panel ?? groups.panelOf ?? groups.near),
  }));
  return named.filter(
    (one, at) =>
      named.findIndex(
        (other) => other.sceneNumber === one.sceneNumber && other.panelNumber === one.panelNumber,
      ) === at,
  );
}
