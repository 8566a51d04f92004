import type { Story } from "./schema";

/** The panels of a story that have a picture, in reading order. */
export const picturesOf = ({ scenes }: Pick<Story, "scenes">) =>
  scenes
    .toSorted((a, b) => a.sceneNumber - b.sceneNumber)
    .flatMap(({ _id: sceneId, sceneNumber, panels }) =>
      panels.filter((panel) => panel.imageUrl).map((panel) => ({ panel, sceneId, sceneNumber })),
    );

/** Pictures that find room beside the title. */
const shownPictures = 3;

/** Addresses of the pictures that a link to a story shows: its cover, then its first panels. */
export function sharePictures(story: Pick<Story, "scenes" | "previewImage">): string[] {
  const inOrder = picturesOf(story).map(({ panel }) => panel.imageUrl);
  const urls = [story.previewImage, ...inOrder].filter((url) => url !== null);
  return [...new Set(urls)].slice(0, shownPictures);
}
