import { POST } from "@/app/api/upload/image/route";
import { db } from "@/lib/platform/db";
import { type Author, context, makeAuthor } from "../generation/support";

/** Makes a stored file the avatar of an account, which is public. */
export async function makePublic(key: string) {
  const [sha256 = "", extension = ""] = key.split(".");
  const facts = { sha256, extension, mediaType: `video/${extension}`, bytes: 10 };
  const { viewer } = await makeAuthor();
  const media = await db.mediaObject.upsert({ where: { sha256 }, create: facts, update: {} });
  await db.user.update({ where: { id: viewer.id }, data: { avatarMediaId: media.id } });
}

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
