import type { Panel } from "@/lib/scenes/schema";
import type { Story } from "./schema";

/** Publishing needs a panel with a picture. */
export const hasPicture = ({ scenes }: Pick<Story, "scenes">): boolean =>
  scenes.some(({ panels }) => panels.some((panel) => panel.hasImage));

/** A panel with a picture, and its position. */
interface PicturedPanel {
  panel: Panel;
  sceneId: string;
  sceneNumber: number;
}

/** The panels of a story that have a picture, in reading order. */
export const picturesOf = ({ scenes }: Pick<Story, "scenes">): PicturedPanel[] =>
  scenes
    .toSorted((a, b) => a.sceneNumber - b.sceneNumber)
    .flatMap(({ _id: sceneId, sceneNumber, panels }) =>
      panels.filter((panel) => panel.imageUrl).map((panel) => ({ panel, sceneId, sceneNumber })),
    );

/** Number of pictures that fit beside the title. */
const shownPictures = 3;

/** Addresses of the pictures that a link to a story shows: its cover, then its first panels. */
export function sharePictures(story: Pick<Story, "scenes" | "previewImage">): string[] {
  const inOrder = picturesOf(story).map(({ panel }) => panel.imageUrl);
  const urls = [story.previewImage, ...inOrder].filter((url) => url !== null);
  return [...new Set(urls)].slice(0, shownPictures);
}

/**
 * The warning before a removal that deletes the last picture of a published story; null otherwise.
 */
export function lastPictureNote(
  story: Pick<Story, "status" | "scenes">,
  goes: (picture: PicturedPanel) => boolean,
): string | null {
  const pictures = picturesOf(story);
  return story.status === "published" && pictures.length > 0 && pictures.every(goes)
    ? "It holds the last picture of your published story, which becomes a draft: only you will see it."
    : null;
}
