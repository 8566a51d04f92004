import "server-only";
import { createHash } from "node:crypto";
import { displayName } from "@/lib/accounts/display-name";
import { sharePictures } from "@/lib/stories/pictures";
import type { Story } from "@/lib/stories/schema";

/** Size in px that link previews ask for. */
export const shareSize = { width: 1200, height: 630 } as const;
/** The share picture of all other pages. */
export const defaultSharePicture = "/share.jpg";

/** Part of each version: a change of the drawing code replaces all pictures. */
const drawing = 1;

/** Names the content of a drawn picture, so that other content has another URL. */
export const versionOf = (content: unknown[]): string =>
  createHash("sha256")
    .update(JSON.stringify([drawing, ...content]))
    .digest("hex")
    .slice(0, 24);

/** Content of a story's share picture. */
export interface ShareSubject {
  title: string;
  author: string;
  /** URLs of our own storage: the cover, then the first panels that have a picture. */
  pictures: string[];
}

export const shareSubject = (
  story: Pick<Story, "title" | "userId" | "scenes" | "previewImage">,
): ShareSubject => ({
  title: story.title,
  author: displayName(story.userId),
  pictures: sharePictures(story),
});

export const shareVersion = ({ title, author, pictures }: ShareSubject): string =>
  versionOf([title, author, pictures]);
