import { archiveTicket } from "@/lib/books/archive/import-service";
import { archiveTicketBody } from "@/lib/books/schema";
import { uploadTicket } from "@/lib/media/schema";
import { endpoints, route } from "@/lib/platform/http/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  POST: route(
    {
      summary: "Request an upload URL for an archive that exceeds this host's limit for requests",
      auth: "user",
      body: archiveTicketBody,
      response: uploadTicket,
      status: 201,
      limit: { name: "import-ticket", max: 20, windowSeconds: 3600 },
    },
    ({ viewer, body }) => archiveTicket(viewer, body.size),
  ),
});
