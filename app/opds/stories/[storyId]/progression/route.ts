import { authenticateReader, sharingHeaders } from "@/lib/discovery/opds/authentication";
import { mediaTypes } from "@/lib/discovery/opds/media-types";
import { AppError } from "@/lib/platform/errors";
import { endpoints, route } from "@/lib/platform/http/route";
import { type Progression, progressionBody } from "@/lib/stories/reading/progress-schema";
import { getProgression, saveProgression } from "@/lib/stories/reading/progress-service";
import { storyParams } from "@/lib/stories/schema";

/** The saved progression; an empty answer before the reader has begun. */
const progressionResponse = (progression: Progression | null, status: 200 | 201) =>
  new Response(progression ? JSON.stringify(progression) : "", {
    status,
    headers: {
      ...sharingHeaders(false),
      "content-type": mediaTypes.progression,
      ...(progression && { "last-modified": new Date(progression.modified).toUTCString() }),
    },
  });

const parseUnmodifiedSince = (header: string | null): Date | null => {
  const time = Date.parse(header ?? "");
  if (Number.isNaN(time)) return null;
  const date = new Date(time);
  // PostgreSQL has no year 0.
  if (date.getUTCFullYear() >= 1 && date.getUTCFullYear() <= 9999) return date;
  throw new AppError("bad_request", "If-Unmodified-Since is not a day of the years 1 to 9999.");
};

const limit = { name: "opds-progression", max: 240, windowSeconds: 60 };

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  GET: route(
    {
      summary: "How far one has read a story (OPDS Progression 1.0)",
      auth: "none",
      params: storyParams,
      response: "raw",
      limit,
    },
    async (context) => {
      const viewer = await authenticateReader(context);
      if (viewer instanceof Response) return viewer;
      return progressionResponse(await getProgression(viewer, context.params.storyId), 200);
    },
  ),
  PUT: route(
    {
      summary: "Tell how far one has read a story (OPDS Progression 1.0)",
      description: "Refused with 409 where another device has told something later.",
      auth: "none",
      params: storyParams,
      body: progressionBody,
      maxBody: 16 * 1024,
      response: "raw",
      limit,
    },
    async (context) => {
      const viewer = await authenticateReader(context);
      if (viewer instanceof Response) return viewer;
      const { params, body, request } = context;
      const knownUntil = parseUnmodifiedSince(request.headers.get("if-unmodified-since"));
      const progression = await saveProgression(viewer, params.storyId, body, knownUntil);
      return progressionResponse(progression.progression, progression.isNew ? 201 : 200);
    },
  ),
});
