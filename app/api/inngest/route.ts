import { serve } from "inngest/next";
import { functions } from "@/inngest";
import { inngest } from "@/lib/platform/jobs/client";
import { serveOrigin } from "@/lib/platform/jobs/serve-origin";

/** Seconds that a host may give one step; a picture can take minutes. */
export const maxDuration = 300;

const handlers = serve({
  client: inngest,
  functions,
  serveOrigin: serveOrigin(process.env),
  servePath: "/api/inngest",
  // A sync that nobody signed tells nothing that a signed one does not.
  enableUnauthedSync: false,
});

export const GET = handlers.GET;
export const POST = handlers.POST;
export const PUT = handlers.PUT;

const refuse = () => new Response(null, { status: 405, headers: { allow: "GET, POST, PUT" } });
export const PATCH = refuse;
export const DELETE = refuse;
export const OPTIONS = refuse;
