import "server-only";
import { detectMadeBy, hasCredentials, sign } from "./credentials/credentials";
import type { History } from "./credentials/history";
import { loadSourcePicture, storeUnmodified } from "./service";
import { checkVideo } from "./video";

interface VideoOrigin {
  /** Provider and model. */
  agent: string;
  /** Id of the picture that it begins with. */
  startedFrom: string;
}

/**
 * Stores a video under the hash of its bytes, once it is known to be one. An MP4 that was made here is
 * signed; the library that signs takes no WebM.
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

/** What a provider's video comes with stays in it, as something that was put on the picture. */
async function signVideo(bytes: Uint8Array, { agent, startedFrom }: VideoOrigin) {
  const mediaType = "video/mp4";
  const done: History = { origin: "model", way: "edited", agent };
  const parent = await loadSourcePicture(startedFrom, "The picture that it begins with");
  const sent = hasCredentials(bytes) ? { title: `What ${agent} sent`, bytes, mediaType } : null;
  const sources = { ...(parent && { parent }), ...(sent && { sent }) };
  const signed = await sign({ bytes, mediaType }, done, sources);
  return signed && { bytes: signed, done };
}
