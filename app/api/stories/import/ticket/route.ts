import { archiveTicket } from "@/lib/books/archive/import-service";
import { archiveTicketBody } from "@/lib/books/schema";
import { uploadTicket } from "@/lib/media/schema";
import { endpoints, route } from "@/lib/platform/http/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  POST: route(
    {
      summary: "Ask where to send an archive that is too large for a request to this host",
      auth: "user",
      body: archiveTicketBody,
      response: uploadTicket,
      status: 201,
      limit: { name: "import-ticket", max: 20, windowSeconds: 3600 },
    },
    ({ viewer, body }) => archiveTicket(viewer, body.size),
  ),
});
