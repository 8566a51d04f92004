import type { Author } from "./schema";

/** What a query has to select of a user to show them as an author. */
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

/** What others may see of a person: never the e-mail address. */
export const toAuthor = (user: AuthorRow): Author => ({
  _id: user.id,
  username: user.username,
  firstName: user.firstName,
  lastName: user.lastName,
  avatar: user.avatar && `/media/${user.avatar.sha256}.${user.avatar.extension}`,
});

/** What an avatar's address names in our own storage, or null where it is none of ours. */
export function parseAvatarUrl(url: string): AvatarFacts | null {
  const [, sha256, extension] = /^\/media\/([0-9a-f]{64})\.([a-z0-9]{2,8})$/.exec(url) ?? [];
  return sha256 && extension ? { sha256, extension } : null;
}
