import { serve } from "inngest/next";
import { functions } from "@/inngest";
import { env } from "@/lib/platform/env";
import { AppError } from "@/lib/platform/errors";
import { parseJson, readBody } from "@/lib/platform/http/body";
import { toAppError } from "@/lib/platform/http/respond";
import { methodNotAllowed, refusal } from "@/lib/platform/http/route";
import { inngest } from "@/lib/platform/jobs/client";
import { serveOrigin } from "@/lib/platform/jobs/serve-origin";

/** Seconds that a host may spend on one step; a picture can take minutes. */
export const maxDuration = 300;

/** Bytes of one call: an event and the results of its steps so far. Ours are far smaller. */
const maxBody = 4 * 1024 * 1024;

const handlers = serve({
  client: inngest,
  functions,
  serveOrigin: serveOrigin(process.env),
  servePath: "/api/inngest",
  // The app needs no unsigned sync.
  enableUnauthedSync: false,
});

type Handler = (typeof handlers)["POST"];

/**
 * The SDK reads and parses the whole body before it checks the signature. The guard therefore reads
 * no body without a signature header, reads at most `maxBody` bytes otherwise, and rejects anything
 * but JSON.
 */
const guarded =
  (handler: Handler): Handler =>
  async (request, context) => {
    try {
      const isSigned = request.headers.get("x-inngest-signature");
      if (!isSigned && !env().INNGEST_DEV) throw unsigned();
      const body = await readBody(request, maxBody);
      try {
        parseJson(body, { size: maxBody, values: 200_000 });
      } catch {
        throw unsigned();
      }
      const { url, method, headers } = request;
      return await handler(
        Object.assign(new Request(url, { method, headers, body: new Uint8Array(body) }), {
          nextUrl: request.nextUrl,
        }) as typeof request,
        context,
      );
    } catch (error) {
      return refusal(toAppError(error))(request);
    }
  };

const unsigned = () => new AppError("unauthorized", "Only signed calls are answered here.");

export const GET = handlers.GET;
export const POST = guarded(handlers.POST);
export const PUT = guarded(handlers.PUT);

const refuse = methodNotAllowed("GET, POST, PUT");
export const PATCH = refuse;
export const DELETE = refuse;
export const OPTIONS = refuse;
