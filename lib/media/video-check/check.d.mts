export interface Clip {
  extension: "webm" | "mp4";
  width: number;
  height: number;
  /** Seconds. */
  duration: number;
}

export function checkClip(bytes: Uint8Array): Promise<Clip>;
