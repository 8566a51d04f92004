import { queryOptions } from "@tanstack/react-query";
import { messageDto } from "@/lib/accounts/schema";
import { api, apiData } from "@/lib/platform/http/fetch";
import { type Entity, type EntityKind, entityDto } from "@/lib/world/schema";
import {
  type CastLink,
  type CreateEntryInput,
  castLinksDto,
  type LibraryEntry,
  type LibraryQuery,
  libraryEntryDto,
  libraryPage,
  type SyncInput,
  type Taken,
  takenDto,
  type UpdateEntryInput,
} from "./schema";

export const libraryKey = ["library"] as const;

export const libraryOptions = (query: LibraryQuery) =>
  queryOptions({
    queryKey: [...libraryKey, query] as const,
    queryFn: ({ signal }) => apiData("/library", { query, signal, response: libraryPage }),
  });

/** Which characters and locations of a story are copies, and what differs. */
export const castLinksOptions = (storyId: string) =>
  queryOptions({
    queryKey: ["cast-links", storyId] as const,
    meta: { changesWithStory: storyId },
    queryFn: ({ signal }) =>
      apiData(`/stories/${storyId}/cast`, { signal, response: castLinksDto }),
  });

/** @throws ApiError, as do the writes below */
const writeEntry = (path: string, method: "POST" | "PUT", body: object): Promise<LibraryEntry> =>
  apiData(`/library${path}`, { method, body, response: libraryEntryDto });

export const createEntry = (body: CreateEntryInput) => writeEntry("", "POST", body);

export const updateEntry = (entryId: string, body: UpdateEntryInput) =>
  writeEntry(`/${entryId}`, "PUT", body);

export const mergeEntries = (entryId: string, into: string) =>
  writeEntry(`/${entryId}/merge`, "POST", { into });

export const deleteEntry = (entryId: string) =>
  api(`/library/${entryId}`, { method: "DELETE", response: messageDto });

export const takeIntoStory = (storyId: string, entryIds: string[]): Promise<Taken> =>
  apiData(`/stories/${storyId}/cast`, {
    method: "POST",
    body: { entryIds },
    response: takenDto,
  });

export const syncCopy = (storyId: string, body: SyncInput): Promise<CastLink[]> =>
  apiData(`/stories/${storyId}/cast`, { method: "PUT", body, response: castLinksDto });

/** @throws ApiError `scene_busy` while something in the story is being made */
export const mergeEntities = (kind: EntityKind, entityId: string, into: string): Promise<Entity> =>
  apiData(`/${kind}s/${entityId}/merge`, {
    method: "POST",
    body: { into },
    response: entityDto,
  });
