import { describe, expect, it } from "vitest";
import { releaseBuffer } from "@/lib/platform/threads/release-buffer";

describe("release", () => {
  it("empties a buffer that is no longer needed", () => {
    const bytes = new Uint8Array(100_000);
    releaseBuffer(bytes);
    expect(bytes.byteLength).toBe(0);
  });

  it("keeps bytes that share their memory with others", () => {
    const whole = new Uint8Array(100_000).fill(7);
    releaseBuffer(whole.subarray(0, 50_000));
    expect(whole.at(-1)).toBe(7);
    const pooled = Buffer.from("short words lie in a pool");
    releaseBuffer(pooled);
    expect(pooled.toString()).toBe("short words lie in a pool");
  });
});
