import { openApiDocument } from "@/lib/platform/http/openapi";
import { endpoints, route } from "@/lib/platform/http/route";
import { manifest } from "../manifest";

export const dynamic = "force-dynamic";

let document: Record<string, unknown> | undefined;

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  GET: route(
    {
      summary: "This document",
      auth: "none",
      response: "raw",
      mediaType: "application/json",
      cache: "public, max-age=300",
    },
    () => {
      document ??= openApiDocument(manifest);
      return Response.json(document);
    },
  ),
});
