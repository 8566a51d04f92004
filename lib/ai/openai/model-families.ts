interface Size {
  width: number;
  height: number;
}

/** What a family of image models takes. */
export interface ModelFamily {
  /** How many pictures may go along. */
  references: number;
  /** Whether it changes a picture that goes along. */
  refines: boolean;
  sizeFor(wanted: Size): string;
  options: { quality?: "medium"; output_format?: "jpeg"; response_format?: "b64_json" };
}

const proportion = (size: string) => {
  const [width = 1, height = 1] = size.split("x").map(Number);
  return width / height;
};

/** The size of a list that loses least when it is cut to what was wanted. */
const nearestOf =
  (sizes: string[]) =>
  ({ width, height }: Size): string => {
    const loss = (size: string) => Math.abs(Math.log(proportion(size) / (width / height)));
    return sizes.reduce((best, size) => (loss(size) < loss(best) ? size : best));
  };

const families: [RegExp, ModelFamily][] = [
  [
    /^(gpt-image-|chatgpt-image)/,
    {
      references: 4,
      refines: true,
      sizeFor: nearestOf(["1024x1024", "1536x1024", "1024x1536"]),
      // What a picture costs follows from its quality; left to itself the model takes the highest.
      options: { quality: "medium", output_format: "jpeg" },
    },
  ],
  [
    /^dall-e-3/,
    {
      references: 0,
      refines: false,
      sizeFor: nearestOf(["1024x1024", "1792x1024", "1024x1792"]),
      options: { response_format: "b64_json" },
    },
  ],
];

/** Other servers take any size in steps of 16. */
const other: ModelFamily = {
  references: 0,
  refines: true,
  sizeFor: ({ width, height }) =>
    [width, height].map((pixels) => Math.max(256, Math.ceil(pixels / 16) * 16)).join("x"),
  options: { response_format: "b64_json" },
};

export const familyOf = (name: string): ModelFamily =>
  families.find(([names]) => names.test(name))?.[1] ?? other;
