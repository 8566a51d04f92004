import "server-only";
import { detectMadeBy, sign } from "./credentials/credentials";
import type { History } from "./credentials/history";
import { hasCredentials } from "./encoder/pictures.mjs";
import { loadSourcePicture, storeUnmodified } from "./service";
import { checkVideo } from "./video";

interface VideoOrigin {
  /** Provider and model. */
  agent: string;
  /** Id of the picture of its first frame. */
  startedFrom: string;
}

/**
 * Validates a video and stores it under the hash of its bytes. A generated MP4 is signed; the
 * signing library does not support WebM.
 * @throws AppError `video_failed`, `unavailable`
 */
export async function storeVideo(
  bytes: Uint8Array,
  made?: VideoOrigin,
): Promise<{ id: string; url: string }> {
  const facts = {
    ...(await checkVideo(bytes)),
    isGenerated: true,
    madeBy: made?.agent ?? detectMadeBy(bytes, "model"),
  };
  const signed = made && facts.extension === "mp4" ? await signVideo(bytes, made) : null;
  const { id, url } = await (signed
    ? storeUnmodified(signed.bytes, { ...facts, history: signed.done })
    : storeUnmodified(bytes, facts));
  return { id, url };
}

/** Credentials of the provider's file are kept as an ingredient. */
async function signVideo(bytes: Uint8Array, { agent, startedFrom }: VideoOrigin) {
  const mediaType = "video/mp4";
  const done: History = { origin: "model", way: "edited", agent };
  const parent = await loadSourcePicture(startedFrom, "The picture that it begins with");
  const title = `What ${agent} sent`;
  const sent = hasCredentials(bytes) ? { title, bytes, mediaType } : undefined;
  const signed = await sign({ bytes, mediaType }, done, { parent, sent });
  return signed && { bytes: signed, done };
}
