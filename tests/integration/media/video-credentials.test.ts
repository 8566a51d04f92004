import {
  BufferTarget,
  EncodedPacket,
  EncodedVideoPacketSource,
  Mp4OutputFormat,
  Output,
} from "mediabunny";
import { describe, expect, it } from "vitest";
import { createDemoAnimator } from "@/lib/demo-studio/animator";
import { storePicture } from "@/lib/media/service";
import { checkVideo } from "@/lib/media/video";
import { storeVideo } from "@/lib/media/video-service";
import { db } from "@/lib/platform/db";
import { storage } from "@/lib/platform/storage";
import { depthOf, readCredentials } from "@/tests/support/credentials/read";
import { pictureOf } from "../generation/support";

const agent = "Replicate: Seedance 1 Lite";
const mediaType = "video/mp4";

/** Two seconds of frames that no player could show: what stands in them does not matter here. */
async function mp4(): Promise<Uint8Array> {
  const target = new BufferTarget();
  const output = new Output({ format: new Mp4OutputFormat(), target });
  const track = new EncodedVideoPacketSource("vp9");
  output.addVideoTrack(track, { frameRate: 10 });
  await output.start();
  const config = { codec: "vp09.00.10.08", codedWidth: 320, codedHeight: 240 };
  for (let frame = 0; frame < 20; frame += 1) {
    const bytes = new Uint8Array(800).fill(frame + 1);
    const packet = new EncodedPacket(bytes, frame === 0 ? "key" : "delta", frame / 10, 0.1);
    await track.add(packet, frame === 0 ? { decoderConfig: config } : undefined);
  }
  await output.finalize();
  return new Uint8Array(target.buffer as ArrayBuffer);
}

const still = async () =>
  storePicture(await pictureOf("a still", 320, 240), { origin: "model", agent: "a painter" });

async function stored(bytes: Uint8Array, made?: { agent: string; startedFrom: string }) {
  const { id } = await storeVideo(bytes, made);
  const row = await db.mediaObject.findUniqueOrThrow({ where: { id } });
  const object = await storage().get(`${row.sha256}.${row.extension}`);
  return new Uint8Array(object?.bytes ?? []);
}

describe("content credentials of videos", () => {
  it("name the model and the source picture of an MP4, which still plays", async () => {
    const bytes = await stored(await mp4(), { agent, startedFrom: (await still()).id });
    const credentials = await readCredentials(bytes, mediaType);
    expect([credentials?.state, credentials?.failures]).toEqual(["Valid", []]);
    expect(credentials?.actions.map(({ action }) => action)).toEqual([
      "c2pa.opened",
      "c2pa.edited",
    ]);
    expect(credentials?.actions[1]).toMatchObject({
      digitalSourceType: expect.stringMatching(/\/trainedAlgorithmicMedia$/),
      softwareAgent: { name: agent },
    });
    expect(credentials && depthOf(credentials)).toBe(2);
    expect(await checkVideo(bytes)).toMatchObject({ extension: "mp4", width: 320, duration: 2 });
  });

  it("detect a single changed byte", async () => {
    const bytes = await stored(await mp4(), { agent, startedFrom: (await still()).id });
    const at = bytes.lastIndexOf(20);
    bytes[at] = 21;
    expect((await readCredentials(bytes, mediaType))?.state).toBe("Invalid");
  });

  it("keep those of a provider's video", async () => {
    const sent = await stored(await mp4(), { agent, startedFrom: (await still()).id });
    const bytes = await stored(sent, { agent, startedFrom: (await still()).id });
    const credentials = await readCredentials(bytes, mediaType);
    expect(credentials?.state).toBe("Valid");
    expect(credentials?.ingredients.map(({ title }) => title)).toEqual([
      "The picture that it begins with",
      `What ${agent} sent`,
    ]);
    expect(credentials && depthOf(credentials)).toBe(3);
  });

  it("are absent in a WebM and in imported videos, which stay unchanged", async () => {
    const image = { bytes: await pictureOf("a still", 320, 240), mediaType: "image/jpeg" };
    const { bytes } = await createDemoAnimator().make({
      image,
      prompt: "The sea moves",
      seed: "a seed",
      attemptId: "one",
    });
    const startedFrom = (await still()).id;
    expect(Buffer.compare(await stored(bytes, { agent, startedFrom }), bytes)).toBe(0);
    const archived = await mp4();
    expect(Buffer.compare(await stored(archived), archived)).toBe(0);
  });
});
