import { isSameRatio, nearestRatio, scaleToLimits } from "../aspect-ratio";

/** The request, in the same form for every model. */
export interface ModelRequest {
  prompt: string;
  /** Requested size in pixels. */
  width: number;
  height: number;
  /**
   * At most `maxReferences` data URIs or URLs of uploaded files, in the order of their numbers in
   * the prompt.
   */
  images: string[];
  seed: number;
}

export interface ReplicateModel {
  /**
   * Owner and name at Replicate, with `:version` unless it is one of Replicate's official models.
   */
  ref: string;
  /** Name for authors; set for a model that replaces the one in the story's settings. */
  label?: string;
  /** Pictures per request. */
  maxReferences: number;
  /** Pixels of the longest side of input pictures, where a smaller input costs less. */
  maxInputSide?: number;
  input(order: ModelRequest): Record<string, unknown>;
}

const kontextRatios = [
  "1:1",
  "16:9",
  "9:16",
  "4:3",
  "3:4",
  "3:2",
  "2:3",
  "4:5",
  "5:4",
  "21:9",
  "9:21",
  "2:1",
  "1:2",
] as const;
const bananaRatios = [
  "1:1",
  "2:3",
  "3:2",
  "3:4",
  "4:3",
  "4:5",
  "5:4",
  "9:16",
  "16:9",
  "21:9",
] as const;
const seedreamRatios = ["1:1", "4:3", "3:4", "16:9", "9:16", "3:2", "2:3", "21:9"] as const;
/** Limits of a custom size, in pixels per side. */
const seedreamSides = { least: 1024, most: 4096 };
const fluxTwoRatios = ["1:1", "16:9", "3:2", "2:3", "4:5", "5:4", "9:16", "3:4", "4:3"] as const;
const fluxTwoSides = { least: 256, most: 2048 };

const kontext = (ref: string): ReplicateModel => ({
  ref,
  maxReferences: 1,
  input: ({ prompt, images, seed, ...size }) => ({
    prompt,
    ...(images[0] ? { input_image: images[0] } : {}),
    aspect_ratio: nearestRatio(kontextRatios, size),
    output_format: "jpg",
    // The maximum with an input picture, the default without one.
    safety_tolerance: 2,
    prompt_upsampling: false,
    seed,
  }),
});

/** Each megapixel of output and input pictures costs; 1024 pixels a side count as one. */
const fluxTwo = (name: "pro" | "max"): ReplicateModel => ({
  ref: `black-forest-labs/flux-2-${name}`,
  label: `FLUX.2 ${name === "pro" ? "Pro" : "Max"}`,
  maxReferences: 8,
  maxInputSide: 1024,
  input: ({ prompt, images, seed, ...size }) => ({
    prompt,
    ...(images.length > 0 ? { input_images: images } : {}),
    ...fluxTwoSize(size),
    output_format: "jpg",
    output_quality: 95,
    safety_tolerance: 2,
    seed,
  }),
});

function fluxTwoSize(size: { width: number; height: number }) {
  const ratio = nearestRatio(fluxTwoRatios, size);
  const exact = scaleToLimits(size, fluxTwoSides);
  if (!exact || isSameRatio(ratio, size)) return { aspect_ratio: ratio, resolution: "1 MP" };
  const step = (pixels: number) => Math.ceil(pixels / 32) * 32;
  return { aspect_ratio: "custom", width: step(exact.width), height: step(exact.height) };
}

/** The model takes no seed. */
const bananaTwo: ReplicateModel = {
  ref: "google/nano-banana-2",
  label: "Nano Banana 2",
  maxReferences: 14,
  input: ({ prompt, images, seed: _, ...size }) => ({
    prompt,
    ...(images.length > 0 ? { image_input: images } : {}),
    aspect_ratio: nearestRatio(bananaRatios, size),
    resolution: "1K",
    output_format: "jpg",
  }),
};

/** The model takes neither a seed nor a format. */
const seedream = (
  ref: string,
  maxReferences: number,
  sizeOf: (size: { width: number; height: number }) => Record<string, unknown>,
): ReplicateModel => ({
  ref,
  maxReferences,
  input: ({ prompt, images, seed: _, ...size }) => ({
    prompt,
    ...(images.length > 0 ? { image_input: images } : {}),
    ...sizeOf(size),
    sequential_image_generation: "disabled",
    max_images: 1,
  }),
});

/**
 * The image models by the value in the story's settings: first the model of that name, then the
 * successors for the time after the vendor retires it. Fields and limits come from the input
 * schemas that Replicate publishes with each model (docs/models.md,
 * tests/protocol/replicate/inputs.json). Google announced the end of the first Nano Banana for
 * October 2026, so its name already selects the successor.
 */
export const replicateModels: Record<string, [ReplicateModel, ...ReplicateModel[]]> = {
  "flux-kontext-pro": [kontext("black-forest-labs/flux-kontext-pro"), fluxTwo("pro")],
  "flux-kontext-max": [kontext("black-forest-labs/flux-kontext-max"), fluxTwo("max")],
  "google-nano-banana": [bananaTwo],
  "seedream-4": [
    seedream("bytedance/seedream-4", 10, seedreamSize),
    {
      // It draws at 2K or more, and the published page gives no least area for custom sizes.
      ...seedream("bytedance/seedream-4.5", 14, (size) => ({
        size: "2K",
        aspect_ratio: nearestRatio(seedreamRatios, size),
      })),
      label: "Seedream 4.5",
    },
  ],
};

function seedreamSize(size: { width: number; height: number }) {
  const ratio = nearestRatio(seedreamRatios, size);
  const exact = scaleToLimits(size, seedreamSides);
  if (exact && !isSameRatio(ratio, size)) return { size: "custom", ...exact };
  return { size: Math.max(size.width, size.height) > 1280 ? "2K" : "1K", aspect_ratio: ratio };
}

interface VideoModel {
  ref: string;
  /** Name for authors. */
  label: string;
  /** Length of the video. */
  seconds: number;
  input(order: {
    prompt: string;
    /** The first frame, as a data URI or a URL. */
    image: string;
    width: number;
    height: number;
    seed: number;
  }): Record<string, unknown>;
}

const seedanceRatios = ["16:9", "4:3", "1:1", "3:4", "9:16", "21:9", "9:21"] as const;

/** Image-to-video models by the value of REPLICATE_VIDEO_MODEL. */
export const videoModels = {
  "seedance-1-lite": {
    ref: "bytedance/seedance-1-lite",
    label: "Seedance 1 Lite",
    seconds: 5,
    input: ({ prompt, image, seed, ...size }) => ({
      prompt,
      image,
      duration: 5,
      resolution: "720p",
      // The API wants a ratio, but the video follows the picture's.
      aspect_ratio: nearestRatio(seedanceRatios, size),
      fps: 24,
      camera_fixed: false,
      seed,
    }),
  },
  "wan-2.2-i2v-fast": {
    ref: "wan-video/wan-2.2-i2v-fast",
    label: "Wan 2.2",
    seconds: 81 / 16,
    // The video's ratio follows the picture.
    input: ({ prompt, image, seed }) => ({
      prompt,
      image,
      num_frames: 81,
      frames_per_second: 16,
      resolution: "480p",
      go_fast: true,
      seed,
    }),
  },
} as const satisfies Record<string, VideoModel>;

export type VideoModelName = keyof typeof videoModels;
