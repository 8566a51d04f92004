import { z } from "zod";
import inputs from "./inputs.json";

const schemas = new Map(
  Object.entries(inputs)
    .filter(([name]) => name.includes("/"))
    .map(([name, schema]) => [name, z.fromJSONSchema(schema as never)]),
);

export const isModel = (name: string): boolean => schemas.has(name);

/** The violations of a model's published schema, and of the rules on its page, in an input. */
export function inputProblems(model: string, input: unknown): string[] {
  const parsed = schemas.get(model)?.safeParse(input);
  if (!parsed) return [`no model ${model}`];
  if (!parsed.success) {
    return parsed.error.issues.map(({ path, message }) => `input.${path.join(".")}: ${message}`);
  }
  const given = parsed.data as Record<string, unknown>;
  const problems: string[] = [];
  const isCustom = given.size === "custom" || given.aspect_ratio === "custom";
  if (isCustom ? !given.width || !given.height : given.width || given.height) {
    problems.push("input: width and height go with 'custom', and only with it");
  }
  if (given.input_image && Number(given.safety_tolerance) > 2) {
    problems.push("input.safety_tolerance: at most 2 with a picture");
  }
  for (const picture of picturesOf(given)) {
    if (/^https:\/\/|\/v1\/files\/\w+$/.test(picture)) continue;
    const bytes = Buffer.from(
      /^data:image\/jpeg;base64,(.+)$/.exec(picture)?.[1] ?? "",
      "base64",
    ).byteLength;
    if (bytes === 0) problems.push("input: a picture that is none");
    if (bytes > 1_000_000) problems.push(`input: a picture of ${bytes} bytes in a data URI`);
  }
  const inline = picturesOf(given).filter((picture) => picture.startsWith("data:"));
  if (inline.join("").length > 1_001_000) {
    problems.push(`input: ${inline.join("").length} bytes of pictures in one request`);
  }
  return problems;
}

/** The pictures of an input, in their order. */
export function picturesOf(input: Record<string, unknown>): string[] {
  const { input_image, image_input, input_images, image } = input;
  return [input_image, image, image_input, input_images]
    .flat()
    .filter((each) => typeof each === "string");
}
