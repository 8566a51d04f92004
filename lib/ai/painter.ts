import type { DeferredApi } from "./deferred-api";
import type { BilledModel, OnUsage } from "./usage";

/** A character in the frame, or the location. */
export interface PaintedFigure {
  /** The same for a character or location in every picture, so that its look stays the same. */
  id: string;
  name: string;
  /** Looks in words: hair, clothes, colours, age. */
  description: string;
  /** From our own storage. */
  portrait?: { bytes: Uint8Array; mediaType: string };
}

/** The inputs of a painted picture. */
export interface PictureProvenance
  extends Pick<PaintRequest, "kind" | "prompt" | "artStyle" | "seed" | "figures" | "location"> {
  /** `PaintedImage.model` if set, else the painter's name. */
  model: string;
  /** Later changes to the picture, in the order of the requests. */
  changes: string[];
}

export interface PaintRequest {
  kind: "panel" | "character" | "location" | "free";
  prompt: string;
  artStyle: string;
  /** In pixels. */
  width: number;
  height: number;
  /** The same seed and request give the same picture. */
  seed: string;
  figures: PaintedFigure[];
  /** The location of the scene. */
  location?: PaintedFigure;
  /** The picture to change when a panel is refined. */
  initialImage?: {
    bytes: Uint8Array;
    mediaType: string;
    /** For painters that redraw rather than edit; null if the provenance is unknown. */
    loadProvenance?: () => Promise<PictureProvenance | null>;
  };
  model: string;
  /** Identifies this attempt at the provider, so that a retry is recognised. */
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
  /** Boxes of heads, if the painter knows them; bubbles avoid them. */
  faces: { name: string; box: FractionBox }[];
  /** Set by painters with several models. */
  model?: string;
  /** A sentence for the author about a part of the request that was not possible. */
  note?: string;
}

export interface Painter {
  readonly name: string;
  readonly demo: boolean;
  /** The model of every picture; absent if the choice of a story counts. */
  readonly onlyModel?: string;
  /** The price model for an image model of a story; absent if the price is unknown. */
  billed?(model: string): BilledModel;
  /** Label of the model that replaces a retired image model, for authors; null if none does. */
  successorOf?(model: string): string | null;
  /** Reference portraits per picture; 0 if the look of figures follows from their seed. */
  maxReferences(model: string): number;
  /** @throws AppError (`content_flagged`, `ai_rate_limited`, `ai_unavailable`, `image_failed`) */
  paint(request: PaintRequest): Promise<PaintedImage>;
  /** The same request in two phases, for painters slower than the host's request limit. */
  readonly deferred?: DeferredApi<PaintRequest, PaintedImage>;
}
