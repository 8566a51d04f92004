import { admitReader, sharing } from "@/lib/discovery/opds/admission";
import { mediaTypes } from "@/lib/discovery/opds/media-types";
import { AppError } from "@/lib/platform/errors";
import { endpoints, route } from "@/lib/platform/http/route";
import { type Progression, progressionBody } from "@/lib/stories/progress-schema";
import { getProgression, keepProgression } from "@/lib/stories/progress-service";
import { storyParams } from "@/lib/stories/schema";

/** What is kept; nothing at all where nobody has begun. */
const answer = (kept: Progression | null, status: 200 | 201) =>
  new Response(kept ? JSON.stringify(kept) : "", {
    status,
    headers: {
      ...sharing(false),
      "content-type": mediaTypes.progression,
      ...(kept && { "last-modified": new Date(kept.modified).toUTCString() }),
    },
  });

const dateOf = (header: string | null): Date | null => {
  const time = Date.parse(header ?? "");
  if (Number.isNaN(time)) return null;
  const date = new Date(time);
  // PostgreSQL knows no year 0.
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
      const viewer = await admitReader(context);
      if (viewer instanceof Response) return viewer;
      return answer(await getProgression(viewer, context.params.storyId), 200);
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
      const viewer = await admitReader(context);
      if (viewer instanceof Response) return viewer;
      const { params, body, request } = context;
      const knownUntil = dateOf(request.headers.get("if-unmodified-since"));
      const kept = await keepProgression(viewer, params.storyId, body, knownUntil);
      return answer(kept.progression, kept.isNew ? 201 : 200);
    },
  ),
});
