import type { Author } from "@/lib/accounts/schema";
import type { ImageDto } from "@/lib/media/schema";
import { type MediaFacts, maybeMediaUrl, toImage } from "@/lib/media/urls";
import type { AspectRatio } from "@/lib/scenes/aspect";
import { facesSchema } from "@/lib/scenes/panels/script";
import { coverPosition } from "../cover-position";
import type { StoryCard } from "../schema";

/** A person in the database's JSON. */
export interface AuthorRow {
  id: string;
  username: string;
  firstName: string;
  lastName: string;
  avatar: MediaFacts | null;
}

export const positionOf = (image: ImageDto, faces: unknown): string =>
  coverPosition(
    image,
    facesSchema.parse(faces).map(({ box }) => box),
  );

/** Columns of both covers and whole stories. */
export interface CoverRow {
  id: string;
  title: string;
  description: string;
  tags: string[];
  aspectRatio: AspectRatio;
  status: StoryCard["status"];
  rating: StoryCard["rating"];
  author: AuthorRow;
  preview: MediaFacts | null;
  /** Faces of the cover's panel, as its row has them; null without a cover. */
  faces: unknown;
  likeCount: number;
  remixCount: number;
  viewCount: number;
  sceneCount: number;
  createdAt: Date;
  isUntouched?: boolean;
  /** The sort value of the list, for the cursor after this card. */
  orderKey?: string;
}

export const toStoryAuthor = (row: AuthorRow): Author => ({
  _id: row.id,
  username: row.username,
  firstName: row.firstName,
  lastName: row.lastName,
  avatar: maybeMediaUrl(row.avatar),
});

export function toCard(row: CoverRow): StoryCard {
  const preview: ImageDto = toImage(row.preview);
  return {
    _id: row.id,
    title: row.title,
    description: row.description,
    tags: row.tags,
    aspectRatio: row.aspectRatio,
    status: row.status,
    rating: row.rating,
    userId: toStoryAuthor(row.author),
    previewImage: preview.imageUrl,
    preview,
    coverPosition: positionOf(preview, row.faces),
    likeCount: row.likeCount,
    remixCount: row.remixCount,
    viewCount: row.viewCount,
    sceneCount: row.sceneCount,
    createdAt: row.createdAt.toISOString(),
    ...(row.isUntouched && { isUntouched: true }),
  };
}
