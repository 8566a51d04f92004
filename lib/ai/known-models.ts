import { replicateModels, videoModels } from "./replicate/models";

const replicateLabels = [
  ...Object.entries(replicateModels),
  ...Object.entries(videoModels),
].flatMap(([value, models]) => [value, ...[models].flat().map(({ label }) => label)]);

/** Matches names of future models too: OpenAI's families of image models grow. */
const openAiImageModel = /^(?:[\w.-]{1,40}\/)?(gpt-image|chatgpt-image|dall-e)[\w.-]{0,40}$/;

/** Prefixes of model names in content credentials (`keepPicture` in generation/picture). */
const vendors = ["Replicate: ", "OpenAI: "];

/**
 * The last known model in a file's content credentials; empty if they name no known model. A name
 * is a CBOR text, preceded by its length in one or two bytes (RFC 8949, 3.1).
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
