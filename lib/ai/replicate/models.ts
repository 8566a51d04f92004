import { isNear, nearestRatio, scaledInto } from "./aspect";

/** What is asked of a model, whichever it is. */
export interface ModelOrder {
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
  /** How many pictures a request may carry. */
  maxReferences: number;
  input(order: ModelOrder): Record<string, unknown>;
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

/**
 * The image models, by the value that a story keeps. Fields and limits are those of the input
 * schemas that Replicate publishes with each model; tests/protocol/replicate/inputs.json has them.
 */
export const replicateModels: Record<string, ReplicateModel> = {
  "flux-kontext-pro": kontext("black-forest-labs/flux-kontext-pro"),
  "flux-kontext-max": kontext("black-forest-labs/flux-kontext-max"),
  "google-nano-banana": {
    ref: "google/nano-banana",
    maxReferences: 3,
    // It takes no seed.
    input: ({ prompt, images, seed: _, ...size }) => ({
      prompt,
      ...(images.length > 0 ? { image_input: images } : {}),
      aspect_ratio: nearestRatio(bananaRatios, size),
      output_format: "jpg",
    }),
  },
  "seedream-4": {
    ref: "bytedance/seedream-4",
    maxReferences: 10,
    // Neither a seed nor a format.
    input: ({ prompt, images, seed: _, ...size }) => ({
      prompt,
      ...(images.length > 0 ? { image_input: images } : {}),
      ...seedreamSize(size),
      sequential_image_generation: "disabled",
      max_images: 1,
    }),
  },
};

function seedreamSize(size: { width: number; height: number }) {
  const ratio = nearestRatio(seedreamRatios, size);
  const exact = scaledInto(size, seedreamSides);
  if (exact && !isNear(ratio, size)) return { size: "custom", ...exact };
  return { size: Math.max(size.width, size.height) > 1280 ? "2K" : "1K", aspect_ratio: ratio };
}

export interface VideoModel {
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
