import { readDirectUpload } from "@/lib/media/direct-upload";
import { directUploadBody, maxUploadBytes, uploadReply } from "@/lib/media/schema";
import { uploadPicture } from "@/lib/media/service";
import { fileTooLargeError, readUpload } from "@/lib/media/upload";
import { mediaUrlOf } from "@/lib/media/urls";
import { endpoints, route } from "@/lib/platform/http/route";

/** Bytes for boundaries and headers of the multipart form, in addition to the file. */
const envelope = 16 * 1024;

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  POST: route(
    {
      summary:
        "Upload a picture: JPEG, PNG, GIF or WebP, at most 10 MB; or use one uploaded to the store before",
      auth: "user",
      rawBody: {
        mediaType: "multipart/form-data",
        maxBytes: maxUploadBytes + envelope,
        tooLarge: (bytes) => fileTooLargeError(Math.max(bytes - envelope, maxUploadBytes + 1)),
      },
      body: directUploadBody,
      response: uploadReply,
      status: 201,
      limit: { name: "upload", max: 30, windowSeconds: 60 },
    },
    async ({ viewer, raw, body, request }) => {
      const file = body
        ? await readDirectUpload(viewer, body)
        : readUpload(raw, request.headers.get("content-type") ?? "");
      const picture = await uploadPicture(viewer, file.bytes);
      await file.discard?.();
      return { imageUrl: mediaUrlOf(picture), originalName: file.name };
    },
  ),
});
