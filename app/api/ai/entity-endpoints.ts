import { requestPortrait } from "@/lib/generation/picture/request-picture-service";
import { pictureLimit, textLimit } from "@/lib/generation/rate-limits";
import { characterImageBody, jobReply, locationImageBody } from "@/lib/generation/schema";
import {
  characterSheetBody,
  locationSheetBody,
  sheetReply,
  writerFailures,
} from "@/lib/generation/text/schema";
import { writeText } from "@/lib/generation/text/service";
import { type Endpoint, route } from "@/lib/platform/http/route";
import type { EntityKind } from "@/lib/world/schema";

// Endpoints of characters and of locations; each route is one of them with its kind.

export const sheetEndpoint = (kind: EntityKind): Endpoint =>
  route(
    {
      summary: `Describe a ${kind} from a few words; nothing is saved`,
      auth: "user",
      body: kind === "character" ? characterSheetBody : locationSheetBody,
      response: sheetReply,
      limit: textLimit,
      failures: writerFailures,
    },
    ({ viewer, body: { storyId, ...given }, request }) =>
      writeText(viewer, storyId, kind, { context: "", ...given }, request.signal),
  );

export const portraitEndpoint = (kind: EntityKind): Endpoint =>
  route(
    {
      summary: `Generate the picture of a ${kind}`,
      auth: "user",
      body: kind === "character" ? characterImageBody : locationImageBody,
      response: jobReply,
      status: 202,
      limit: pictureLimit,
      failures: ["budget_exceeded"],
    },
    async ({ viewer, body }) => {
      const entityId = "characterId" in body ? body.characterId : body.locationId;
      return { jobId: await requestPortrait(viewer, kind, entityId, body.prompt) };
    },
  );
