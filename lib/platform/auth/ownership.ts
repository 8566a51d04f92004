import { AppError, notFound } from "../errors";
import type { Viewer } from "./viewer";

/** Condition on rows with an author: the viewer's own, or everybody's for the administrator. */
export const authoredBy = (viewer: Viewer): { authorId?: string } =>
  viewer.isAdministrator ? {} : { authorId: viewer.id };

/** Others learn no more than of an address that does not exist. @throws AppError `not_found` */
export function requireAdministrator(viewer: Viewer | null): asserts viewer is Viewer {
  if (!viewer?.isAdministrator) throw notFound("address");
}

/** Whether an author's rows are the viewer's to see before they are published. */
export const mayEdit = (viewer: Viewer | null, authorId: string): boolean =>
  viewer !== null && (viewer.isAdministrator || viewer.id === authorId);

/**
 * What somebody gets who may not write. A draft of others is answered like an unknown id, in the
 * same words; of a published story everybody knows that it exists.
 */
export const accessDeniedError = (isPublished: boolean | undefined, what: string): AppError =>
  isPublished
    ? new AppError("forbidden", "Only the author of this story can change it.")
    : notFound(what);
