import { ALL_FORMATS, BufferSource, EncodedPacketSink, Input } from "mediabunny";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { createDemoAnimator } from "@/lib/demo-studio/animator";

const animator = createDemoAnimator();

const still = async (width: number, height: number) => ({
  bytes: await sharp({ create: { width, height, channels: 3, background: "#3f7f9f" } })
    .composite([
      { input: { create: { width: 40, height: 40, channels: 3, background: "#c8312b" } } },
    ])
    .jpeg()
    .toBuffer(),
  mediaType: "image/jpeg",
});

const order = async (prompt = "snow falls", width = 300, height = 400) => ({
  image: await still(width, height),
  prompt,
  seed: "one",
  attemptId: "a",
});

describe("the demo animator", () => {
  it.each([
    [300, 400, 480, 640],
    [1024, 683, 640, 428],
    [777, 777, 640, 640],
  ])(
    "makes a WebM of a %i × %i picture that a player can read",
    async (width, height, w, h) => {
      const video = await animator.make(await order("mist", width, height));
      const input = new Input({ formats: ALL_FORMATS, source: new BufferSource(video.bytes) });
      const track = await input.getPrimaryVideoTrack();
      if (!track) throw new Error("no video track");
      expect(await track.getCodec()).toBe("vp8");
      expect([track.displayWidth, track.displayHeight]).toEqual([w, h]);
      const duration = await input.computeDuration();
      expect(duration).toBeGreaterThanOrEqual(2);
      expect(duration).toBeLessThanOrEqual(3);
      let frames = 0;
      for await (const packet of new EncodedPacketSink(track).packets()) {
        expect(packet.type).toBe("key");
        // A key frame of VP8 starts with its sign and its own size.
        expect([...packet.data.slice(3, 6)]).toEqual([0x9d, 0x01, 0x2a]);
        frames += 1;
      }
      expect(frames).toBe(30);
    },
    60_000,
  );

  it("is the same for the same request, and different for another prompt", async () => {
    const [one, again, other] = [
      await animator.make(await order("snow falls")),
      await animator.make(await order("snow falls")),
      await animator.make(await order("it rains")),
    ];
    expect(Buffer.compare(Buffer.from(one.bytes), Buffer.from(again.bytes))).toBe(0);
    expect(Buffer.compare(Buffer.from(one.bytes), Buffer.from(other.bytes))).not.toBe(0);
  }, 60_000);

  it.each([
    ["[[flagged]]", "content_flagged"],
    ["[[fail]]", "video_failed"],
    ["[[busy]]", "ai_rate_limited"],
  ])("%s is %s", async (mark, code) => {
    await expect(animator.make(await order(mark))).rejects.toMatchObject({ code });
  });

  it("reports an unreadable picture, and stops on abort", async () => {
    const image = { bytes: new Uint8Array([9, 9]), mediaType: "image/png" };
    await expect(
      animator.make({ image, prompt: "", seed: "", attemptId: "" }),
    ).rejects.toMatchObject({ code: "video_failed" });
    await expect(
      animator.make({ ...(await order()), signal: AbortSignal.abort() }),
    ).rejects.toMatchObject({ name: "AbortError" });
  });
});
