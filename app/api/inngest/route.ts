import { serve } from "inngest/next";
import { functions } from "@/inngest";
import { env } from "@/lib/platform/env";
import { AppError } from "@/lib/platform/errors";
import { parseJson, readBody } from "@/lib/platform/http/body";
import { errorResponse, toAppError } from "@/lib/platform/http/respond";
import { inngest } from "@/lib/platform/jobs/client";
import { serveOrigin } from "@/lib/platform/jobs/serve-origin";

/** Seconds that a host may give one step; a picture can take minutes. */
export const maxDuration = 300;

/** Bytes of one call: an event and the results of the steps so far, of which ours are small. */
const maxBody = 4 * 1024 * 1024;

const handlers = serve({
  client: inngest,
  functions,
  serveOrigin: serveOrigin(process.env),
  servePath: "/api/inngest",
  // A sync that nobody signed tells nothing that a signed one does not.
  enableUnauthedSync: false,
});

type Handler = (typeof handlers)["POST"];

/**
 * The SDK reads a body whole and parses it before it looks at the signature. So nothing of a call
 * without one is read, of others a bounded part, and what is no JSON was signed by nobody.
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
      return errorResponse(
        toAppError(error),
        new Headers({ "cache-control": "private, no-store" }),
      );
    }
  };

const unsigned = () => new AppError("unauthorized", "Only signed calls are answered here.");

export const GET = handlers.GET;
export const POST = guarded(handlers.POST);
export const PUT = guarded(handlers.PUT);

const refuse = () => new Response(null, { status: 405, headers: { allow: "GET, POST, PUT" } });
export const PATCH = refuse;
export const DELETE = refuse;
export const OPTIONS = refuse;
