import { isSameRatio, nearestRatio, scaleToLimits } from "./aspect-ratio";

/** What is asked of a model, whichever it is. */
export interface ModelRequest {
  prompt: string;
  /** Pixels of the picture that is wanted. */
  width: number;
  height: number;
  /** Data URIs in the order in which the prompt counts them, at most `maxReferences`. */
  images: string[];
  seed: number;
}

export interface ReplicateModel {
  /** Owner and name at Replicate; with `:version` where the model is not one of its official ones. */
  ref: string;
  /** As authors read it, where it paints in the place of the model that a story names. */
  label?: string;
  /** How many pictures a request may carry. */
  maxReferences: number;
  /** Pixels of the longest side of those pictures, where fewer than usual cost less. */
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
/** Pixels of a side where width and height are given. */
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
    // The most that is allowed with a picture, and the default without one.
    safety_tolerance: 2,
    prompt_upsampling: false,
    seed,
  }),
});

/** Each megapixel of each picture costs, those that go along as well: 1024 a side is one. */
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

/** It takes no seed. */
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

/** Neither a seed nor a format. */
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
 * The image models, by the value that a story keeps: the one it names, then what takes its place
 * where its vendor says that it is gone. Fields and limits are those of the input schemas that
 * Replicate publishes with each model (docs/models.md); tests/protocol/replicate/inputs.json has
 * them. Google's first Nano Banana was to end in October 2026, so its name leads on at once.
 */
export const replicateModels: Record<string, [ReplicateModel, ...ReplicateModel[]]> = {
  "flux-kontext-pro": [kontext("black-forest-labs/flux-kontext-pro"), fluxTwo("pro")],
  "flux-kontext-max": [kontext("black-forest-labs/flux-kontext-max"), fluxTwo("max")],
  "google-nano-banana": [bananaTwo],
  "seedream-4": [
    seedream("bytedance/seedream-4", 10, seedreamSize),
    {
      // It draws nothing smaller than 2K, and the published page tells no least area of its own sizes.
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
  /** As authors read it. */
  label: string;
  /** Of the video. */
  seconds: number;
  input(order: {
    prompt: string;
    /** Data URI of the first frame. */
    image: string;
    width: number;
    height: number;
    seed: number;
  }): Record<string, unknown>;
}

const seedanceRatios = ["16:9", "4:3", "1:1", "3:4", "9:16", "21:9", "9:21"] as const;

/** The models that bring a picture to life, by the value of REPLICATE_VIDEO_MODEL. */
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
      // Follows the picture all the same.
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
    // The format follows the picture.
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
