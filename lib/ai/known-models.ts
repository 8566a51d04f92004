import { replicateModels, videoModels } from "./replicate/models";

const replicateLabels = [
  ...Object.entries(replicateModels),
  ...Object.entries(videoModels),
].flatMap(([value, models]) => [value, ...[models].flat().map(({ label }) => label)]);

/** OpenAI's image models are a family that grows. */
const openAiImageModel = /^(gpt-image|chatgpt-image|dall-e)[\w.-]{0,40}$/;

/** Vendors as content credentials name them before a model (`agentOf` of generation/picture). */
const vendors = ["Replicate: ", "OpenAI: "];

/**
 * The model that a file's content credentials name last; empty where they name none that is known. It
 * is text of CBOR, whose length stands before it in one or two bytes (RFC 8949, 3.1).
 */
export function findKnownModel(file: Buffer): string {
  for (const vendor of vendors) {
    const at = file.lastIndexOf(vendor);
    if (at < 2) continue;
    const [kind = 0, head = 0] = file.subarray(at - 2, at);
    const length = kind === 0x78 ? head : head - 0x60;
    const name = file.toString("utf8", at + vendor.length, at + length);
    if (replicateLabels.includes(name) || openAiImageModel.test(name)) return name;
  }
  return "";
}
