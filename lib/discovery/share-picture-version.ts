import "server-only";
import { createHash } from "node:crypto";
import { displayName } from "@/lib/accounts/display-name";
import { sharePictures } from "@/lib/stories/pictures";
import type { Story } from "@/lib/stories/schema";

/** In px: what link previews ask for. */
export const shareSize = { width: 1200, height: 630 } as const;
/** The picture of everything that is no story. */
export const defaultSharePicture = "/share.jpg";

/** Goes into the version: a change of the drawing makes all pictures anew. */
const drawing = 1;

/** What the picture of a story shows. */
export interface ShareSubject {
  title: string;
  author: string;
  /** Addresses of ours: the cover, then the first panels that have a picture. */
  pictures: string[];
}

export const shareSubject = (
  story: Pick<Story, "title" | "userId" | "scenes" | "previewImage">,
): ShareSubject => ({
  title: story.title,
  author: displayName(story.userId),
  pictures: sharePictures(story),
});

/** Names one state of the picture: another title, author or first picture is another address. */
export const shareVersion = (subject: ShareSubject): string =>
  createHash("sha256")
    .update(JSON.stringify([drawing, subject.title, subject.author, subject.pictures]))
    .digest("hex")
    .slice(0, 24);
