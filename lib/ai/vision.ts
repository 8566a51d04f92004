import type { PaintedImage } from "./painter";
import type { OnUsage } from "./usage";

export interface FaceDetectionRequest {
  picture: Uint8Array;
  /** Who may be in it, and what they look like. */
  people: { name: string; description: string }[];
  signal?: AbortSignal;
  onUsage?: OnUsage;
}

/** The optional port for a look at a finished picture. */
export interface Vision {
  /** Where the faces of people are; empty where none is seen. @throws AppError */
  detectFaces(request: FaceDetectionRequest): Promise<PaintedImage["faces"]>;
}
