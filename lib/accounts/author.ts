import type { Author } from "./schema";

/** Columns of a user for showing them as an author. */
export const authorSelect = {
  id: true,
  username: true,
  firstName: true,
  lastName: true,
  avatar: { select: { sha256: true, extension: true } },
} as const;

interface AvatarFacts {
  sha256: string;
  extension: string;
}

export interface AuthorRow {
  id: string;
  username: string;
  firstName: string;
  lastName: string;
  avatar: AvatarFacts | null;
}

/** Public data of a person: never the e-mail address. */
export const toAuthor = (user: AuthorRow): Author => ({
  _id: user.id,
  username: user.username,
  firstName: user.firstName,
  lastName: user.lastName,
  avatar: user.avatar && `/media/${user.avatar.sha256}.${user.avatar.extension}`,
});

/** The object in our own storage that an avatar's address names; null for any other address. */
export function parseAvatarUrl(url: string): AvatarFacts | null {
  const [, sha256, extension] = /^\/media\/([0-9a-f]{64})\.([a-z0-9]{2,8})$/.exec(url) ?? [];
  return sha256 && extension ? { sha256, extension } : null;
}
