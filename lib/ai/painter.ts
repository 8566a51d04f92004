import type { DeferredApi } from "./deferred-api";
import type { BilledModel, OnUsage } from "./usage";

/** Who is in the frame, or where it is. */
export interface PaintedFigure {
  /** Stays with a character or a place for life, so that it looks the same in every picture. */
  id: string;
  name: string;
  /** Looks in words: hair, clothes, colours, age … */
  description: string;
  /** Portrait in our own storage, when there is one. */
  portrait?: { bytes: Uint8Array; mediaType: string };
}

/** What a picture was painted from. */
export interface PictureProvenance
  extends Pick<PaintRequest, "kind" | "prompt" | "artStyle" | "seed" | "figures" | "location"> {
  /** What painted it, as `PaintedImage.model`, else by the painter's name. */
  model: string;
  /** What was changed in it since, in the order it was asked for. */
  changes: string[];
}

export interface PaintRequest {
  kind: "panel" | "character" | "location" | "free";
  prompt: string;
  artStyle: string;
  /** Pixels. */
  width: number;
  height: number;
  /** Same seed and same request: same picture. */
  seed: string;
  figures: PaintedFigure[];
  /** Where it happens. */
  location?: PaintedFigure;
  /** Picture to start from when a panel is refined. */
  initialImage?: {
    bytes: Uint8Array;
    mediaType: string;
    /** For painters that draw it again rather than over it; null where that is not known. */
    loadProvenance?: () => Promise<PictureProvenance | null>;
  };
  model: string;
  /** Identifies this attempt at a provider, so that a repeat can be recognised. */
  attemptId: string;
  signal?: AbortSignal;
  onUsage?: OnUsage;
}

/** Box in fractions of the picture, 0 to 1, from the top left corner. */
export interface FractionBox {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface PaintedImage {
  bytes: Uint8Array;
  mediaType: "image/jpeg" | "image/png" | "image/webp";
  width: number;
  height: number;
  /** Where heads are, as far as the painter knows; bubbles keep off them. */
  faces: { name: string; box: FractionBox }[];
  /** What painted it, where the painter has several at work. */
  model?: string;
  /** What the author should know of it, in a sentence: what could not be done. */
  note?: string;
}

export interface Painter {
  readonly name: string;
  readonly demo: boolean;
  /** What paints every picture, whichever model a story has chosen; absent where its choice counts. */
  readonly onlyModel?: string;
  /**
   * What a picture of this image model of a story is billed as; absent where nobody can tell what
   * it will cost.
   */
  billed?(model: string): BilledModel;
  /** What paints in the place of an image model that is gone, as authors read it; null elsewhere. */
  successorOf?(model: string): string | null;
  /** How many reference portraits a model takes; 0 where figures follow from their seed. */
  maxReferences(model: string): number;
  /** @throws AppError (`content_flagged`, `ai_rate_limited`, `ai_unavailable`, `image_failed`) */
  paint(request: PaintRequest): Promise<PaintedImage>;
  /** The same in two phases, where it takes longer than a request of the host may live. */
  readonly deferred?: DeferredApi<PaintRequest, PaintedImage>;
}
