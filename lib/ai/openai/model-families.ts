import { nearestRatio } from "../aspect-ratio";

interface Size {
  width: number;
  height: number;
}

/** Limits and options that a family of image models shares. */
export interface ModelFamily {
  /** Reference pictures per request. */
  maxReferences: number;
  /** Whether only its answers tell what the model takes. */
  isUnknown?: true;
  /** Whether a request may change a given picture. */
  canEdit: boolean;
  /** Whether such a request may carry a mask. */
  takesMask?: true;
  sizeFor(wanted: Size): string;
  /** Model that OpenAI recommends instead, once it has announced the end of this one. */
  successor?: string;
  options: { quality?: "medium"; output_format?: "jpeg"; response_format?: "b64_json" };
}

/** The listed size that loses least when it is cropped to the requested proportion. */
const nearestOf = (sizes: string[]) => (wanted: Size) => nearestRatio(sizes, wanted);

/** Sides in steps of 16, a ratio of at most 3:1, at least 655,360 pixels. */
function freeSize({ width, height }: Size): string {
  const across = Math.min(Math.max(width / height, 1 / 3), 3);
  const area = Math.max(width * height, 655_360);
  const step = (pixels: number) => Math.ceil(Math.round(pixels) / 16) * 16;
  const down = step(Math.sqrt(area / across));
  return `${Math.min(step(Math.sqrt(area * across)), 3 * down)}x${down}`;
}

// The price depends on the quality, and the default is the highest.
const gptImageOptions: ModelFamily["options"] = { quality: "medium", output_format: "jpeg" };
const successor = "gpt-image-2.6-sunburst";

/** Limits and successors come from docs/models.md. */
const families: [RegExp, ModelFamily][] = [
  [
    /^gpt-image-[2-9]/,
    {
      maxReferences: 16,
      canEdit: true,
      takesMask: true,
      sizeFor: freeSize,
      options: gptImageOptions,
    },
  ],
  [
    /^(gpt-image-|chatgpt-image)/,
    {
      maxReferences: 4,
      canEdit: true,
      takesMask: true,
      sizeFor: nearestOf(["1024x1024", "1536x1024", "1024x1536"]),
      options: gptImageOptions,
      successor,
    },
  ],
  [
    /^dall-e-3/,
    {
      maxReferences: 0,
      canEdit: false,
      sizeFor: nearestOf(["1024x1024", "1792x1024", "1024x1792"]),
      options: { response_format: "b64_json" },
      successor,
    },
  ],
];

/** Other servers take any size in steps of 16 pixels, and references until they refuse them. */
const fallbackFamily: ModelFamily = {
  maxReferences: 4,
  isUnknown: true,
  canEdit: true,
  sizeFor: ({ width, height }) =>
    [width, height].map((pixels) => Math.max(256, Math.ceil(pixels / 16) * 16)).join("x"),
  options: { response_format: "b64_json" },
};

/** Gateways prefix the model's name with its vendor: `openai/gpt-image-1`. */
const prefixOf = (name: string): string => /^.*\//.exec(name)?.[0] ?? "";

export function familyOf(name: string): ModelFamily {
  const prefix = prefixOf(name);
  const bare = name.slice(prefix.length);
  const family = families.find(([names]) => names.test(bare))?.[1] ?? fallbackFamily;
  return family.successor ? { ...family, successor: prefix + family.successor } : family;
}
