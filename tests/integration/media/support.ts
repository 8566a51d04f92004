import { POST } from "@/app/api/upload/image/route";
import { type Author, context } from "../generation/support";

/** Sends a file as the upload form does. */
export async function upload(
  author: Author | null,
  file: { bytes: Uint8Array; name?: string; type?: string },
) {
  const form = new FormData();
  form.set(
    "image",
    new File([file.bytes as BlobPart], file.name ?? "a.png", { type: file.type ?? "image/png" }),
  );
  const whole = new Response(form);
  const body = new Uint8Array(await whole.arrayBuffer());
  return send(author, body, whole.headers.get("content-type") ?? "", body.byteLength);
}

export async function send(author: Author | null, body: Uint8Array, type: string, length: number) {
  const request = new Request("http://localhost:3000/api/upload/image", {
    method: "POST",
    headers: {
      "content-type": type,
      "content-length": String(length),
      ...(author ? { authorization: `Bearer ${author.token}` } : {}),
    },
    body: body as BodyInit,
  });
  const response = await POST(request, context());
  return { status: response.status, body: await response.json() };
}
