import type { Attempt, Provider } from "./provider";

/** A character in the frame, or the location. */
export interface PaintedFigure {
  /** The same for a character or location in every picture, so that its look stays the same. */
  id: string;
  name: string;
  /** Looks in words: hair, clothes, colours, age. */
  description: string;
  /** Clothes in this picture, instead of those in its description. */
  outfit?: { name: string; description: string };
  /** A LoRA that draws it, for engines that take one. */
  lora?: { name: string; weight: number };
}

/** Roles of the reference pictures of a character or location. */
export const sheetRoles = ["face", "figure", "view", "expression", "outfit", "place"] as const;
export const referenceRoles = [...sheetRoles, "style", "panel"] as const;
export type ReferenceRole = (typeof referenceRoles)[number];

/** A picture of our own that a request carries, and what the painter takes from it. */
export interface Reference {
  role: ReferenceRole;
  /** Of the character or location; empty for the style and for panels. */
  name: string;
  /** An outfit's name, or the author's words: 'laughing', 'by night', 'scene 3, panel 2'. */
  label: string;
  mediaId: string;
  characterId?: string;
  locationId?: string;
  panelId?: string;
  bytes: Uint8Array;
}

/** The part of a picture that changes; the rest stays as it is. */
export interface PictureMask {
  /** PNG of the picture's size, white where it changes, black elsewhere. */
  png: Uint8Array;
  /** The smallest box around the white part. */
  box: FractionBox;
}

/** The inputs of a painted picture. */
export interface PictureProvenance
  extends Pick<
    PaintRequest,
    "kind" | "prompt" | "artStyle" | "seed" | "figures" | "location" | "references"
  > {
  /** `PaintedImage.model` if set, else the painter's name. */
  model: string;
  /** Later changes to the picture, in the order of the requests. */
  changes: string[];
}

export interface PaintRequest extends Attempt {
  /** `reference`: a picture of one figure or of the location, for later requests. */
  kind: "panel" | "character" | "location" | "reference" | "free";
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
  /** The most important first: a painter with less room takes the first ones. */
  references?: Reference[];
  /** The picture to change when a panel is refined. */
  initialImage?: {
    bytes: Uint8Array;
    /** For painters that redraw rather than edit; null if the provenance is unknown. */
    loadProvenance?: () => Promise<PictureProvenance | null>;
  };
  /** The part of `initialImage` to change. */
  mask?: PictureMask;
  model: string;
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
  /** Boxes of heads, if the painter knows them; bubbles avoid them. */
  faces: { name: string; box: FractionBox }[];
  /** Set by painters with several models. */
  model?: string;
  /** A sentence for the author about a part of the request that was not possible. */
  note?: string;
  /** How many of the request's references it carried; all if absent. */
  carried?: number;
}

/** What is known of a painter's models. */
export interface PainterModels {
  /** The model of every picture; absent if the choice of a story counts. */
  readonly onlyModel?: string;
  /** Label of the model that replaces a retired image model, for authors; null if none does. */
  successorOf?(model: string): string | null;
  /** Whether requests may carry a mask; without it the caller sends the crop around the mask. */
  takesMask?(model: string): boolean;
  /**
   * Reads what the server offers, if the answers below depend on it. Call it before a picture is
   * planned; a fresh answer is cached. Never throws.
   */
  prepare?(): Promise<void>;
  /** Whether the look of figures follows from their seed, so that no picture waits for portraits. */
  readonly looksFollowSeed?: boolean;
  /** Whether requests may carry LoRAs of figures. */
  readonly takesLora?: boolean;
  /** Reference pictures per request. */
  maxReferences(model: string): number;
}

/** Its errors are `content_flagged`, `ai_rate_limited`, `ai_unavailable` and `image_failed`. */
export type Painter = PainterModels & Provider<PaintRequest, PaintedImage>;
