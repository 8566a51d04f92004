import type { Story } from "./schema";

/** Publishing needs a panel with a picture. */
export const hasPicture = ({ scenes }: Pick<Story, "scenes">): boolean =>
  scenes.some(({ panels }) => panels.some((panel) => panel.hasImage));
