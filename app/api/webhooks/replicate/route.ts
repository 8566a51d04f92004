import { isPending, predictionStatus } from "@/lib/ai/replicate/client";
import { parseWebhookHeaders, verifyWebhook } from "@/lib/ai/replicate/webhook";
import { recordPredictionEnd } from "@/lib/generation/picture/prediction-service";
import { env } from "@/lib/platform/env";
import { AppError } from "@/lib/platform/errors";
import { parseJson } from "@/lib/platform/http/body";
import { parseWith } from "@/lib/platform/http/respond";
import { endpoints, route } from "@/lib/platform/http/route";
import { z } from "@/lib/platform/zod";

/** Bytes. Predictions return their inputs, pictures included. */
const maxBytes = 16 * 1024 * 1024;
/** Bodies in memory at once. A rejected callback is made up for by the next poll. */
const maxConcurrent = 4;

const unsigned = () =>
  new AppError("unauthorized", "This call is not signed as Replicate signs its calls.");

const predictionUpdate = z.object({
  id: z.string().max(64),
  status: predictionStatus,
});

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  POST: route(
    {
      summary: "Replicate reports the end of a prediction; signed",
      auth: "none",
      rawBody: {
        mediaType: "application/json",
        maxBytes,
        maxConcurrent,
        validateHeaders: (headers) => {
          if (!env().REPLICATE_WEBHOOK_SECRET || !parseWebhookHeaders(headers)) throw unsigned();
        },
      },
      response: null,
      limit: { name: "webhook", max: 1_200, windowSeconds: 60 },
    },
    async ({ raw, request }) => {
      const secret = env().REPLICATE_WEBHOOK_SECRET;
      const webhookId = secret ? verifyWebhook(request.headers, raw, secret) : null;
      if (!webhookId) throw unsigned();
      const { id, status } = parseWith(predictionUpdate, parseJson(raw, { size: maxBytes }));
      if (!isPending(status)) await recordPredictionEnd("replicate", webhookId, id);
    },
  ),
});
