import type { PaintedImage } from "./painter";
import type { OnUsage } from "./usage";

export interface FaceDetectionRequest {
  picture: Uint8Array;
  /** Characters that may be in the picture, with their looks. */
  people: { name: string; description: string }[];
  signal?: AbortSignal;
  onUsage?: OnUsage;
}

/** The optional port that finds faces in a finished picture. */
export interface Vision {
  /** Boxes of faces; empty if none is found. @throws AppError */
  /** As a provider's. */
  check?(): Promise<void>;
  detectFaces(request: FaceDetectionRequest): Promise<PaintedImage["faces"]>;
}
