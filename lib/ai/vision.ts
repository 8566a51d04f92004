import type { PaintedImage, PictureProvenance } from "./painter";
import type { ProviderFacts } from "./provider";
import type { OnUsage } from "./usage";

interface Look {
  picture: Uint8Array;
  signal?: AbortSignal;
  onUsage?: OnUsage;
}

export interface FaceDetectionRequest extends Look {
  /** Characters that may be in the picture, with their looks. */
  people: { name: string; description: string }[];
}

/** The subject of a question, for providers that know what was drawn. */
export type PictureFact =
  | { about: "person" | "face"; name: string }
  | { about: "outfit" | "action"; name: string; what: string }
  | { about: "people"; count: number }
  | { about: "place" | "light" | "shot" | "thing"; what: string }
  | { about: "lettering" | "limbs" };

/** A question whose wanted answer is yes. */
export interface PictureQuestion {
  id: string;
  text: string;
  fact: PictureFact;
}

export const pictureAnswers = ["yes", "no", "cannot tell"] as const;
export interface PictureAnswer {
  id: string;
  answer: (typeof pictureAnswers)[number];
  /** A short sentence. */
  reason: string;
}

export interface QuestionRequest extends Look {
  /** Pictures that the questions name; for a pair of faces, the portrait beside the crop. */
  references: { name: string; bytes: Uint8Array }[];
  questions: PictureQuestion[];
  /** For a provider that knows what was drawn; null if the origin is unknown. */
  loadProvenance?: () => Promise<PictureProvenance | null>;
}

/** The optional port that looks at finished pictures. */
export interface Vision extends Omit<ProviderFacts, "vendor"> {
  /** Boxes of faces; empty if none is found. @throws AppError */
  detectFaces(request: FaceDetectionRequest): Promise<PaintedImage["faces"]>;
  /** An answer to every question, in their order. @throws AppError */
  answer(request: QuestionRequest): Promise<PictureAnswer[]>;
}
