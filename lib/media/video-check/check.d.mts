export interface Clip {
  extension: "webm" | "mp4";
  width: number;
  height: number;
  /** In seconds. */
  duration: number;
}

export function checkClip(bytes: Uint8Array): Promise<Clip>;
