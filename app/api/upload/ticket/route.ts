import { createUploadTicket } from "@/lib/media/direct-upload";
import { uploadTicket, uploadTicketBody } from "@/lib/media/schema";
import { endpoints, route } from "@/lib/platform/http/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  POST: route(
    {
      summary: "Request an upload URL for a picture that exceeds this host's limit for requests",
      auth: "user",
      body: uploadTicketBody,
      response: uploadTicket,
      status: 201,
      limit: { name: "upload-ticket", max: 30, windowSeconds: 60 },
    },
    ({ viewer, body }) => createUploadTicket(viewer, body),
  ),
});
