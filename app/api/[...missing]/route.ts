import { notFound } from "@/lib/platform/errors";
import { endpoints, route } from "@/lib/platform/http/route";

const missing = route(
  { summary: "Answers every unknown address", auth: "none", response: null },
  () => {
    throw notFound("address");
  },
);

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  GET: missing,
  POST: missing,
  PUT: missing,
  PATCH: missing,
  DELETE: missing,
});
