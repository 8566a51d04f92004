import { AppError, notFound } from "../errors";
import type { Viewer } from "./viewer";

/** Condition on rows with an author: the viewer's own, or all for the administrator. */
export const authoredBy = (viewer: Viewer): { authorId?: string } =>
  viewer.isAdministrator ? {} : { authorId: viewer.id };

/** Gives other viewers the same answer as an unknown address. @throws AppError `not_found` */
export function requireAdministrator(viewer: Viewer | null): asserts viewer is Viewer {
  if (!viewer?.isAdministrator) throw notFound("address");
}

/** Whether the viewer may see an author's unpublished rows and change them. */
export const mayEdit = (viewer: Viewer | null, authorId: string): boolean =>
  viewer !== null && (viewer.isAdministrator || viewer.id === authorId);

/**
 * The error for a viewer without permission to write. Another author's draft gives the same answer
 * as an unknown id; a published story is known to exist.
 */
export const accessDeniedError = (isPublished: boolean | undefined, what: string): AppError =>
  isPublished
    ? new AppError("forbidden", "Only the author of this story can change it.")
    : notFound(what);
