import "server-only";
import { z } from "zod";
import { type engineClient, errorFromResponse, parseAnswer } from "../own-engine";

type Engine = ReturnType<typeof engineClient>;

/** How reference pictures reach a server: as units of ControlNet, or in a field of their own. */
type References =
  | { way: "controlnet"; module: string; model: string; most: number }
  | { way: "native"; most: number };

/** What a server offers. */
export interface Offers {
  checkpoints: string[];
  /** Names and aliases. */
  samplers: string[];
  /** `path` where LoRAs go into a field of their own instead of the prompt. */
  loras: { name: string; path?: string | undefined }[];
  /** Null if the server takes none. */
  references: References | null;
}

const text = z.string().max(1000);
const named = z.object({ name: text });
const checkpointList = z.array(z.object({ title: text, model_name: text }));
const samplerList = z.array(named.extend({ aliases: z.array(text).catch([]) }));
const loraList = z.array(named.extend({ path: text.optional() }));
const capabilities = z.object({
  features_by_mode: z
    .object({ img_gen: z.record(z.string(), z.boolean()).catch({}) })
    .catch({ img_gen: {} }),
});
const models = z.object({ model_list: z.array(text) });
const modules = z.object({ module_list: z.array(text) });
const settings = z.object({ control_net_unit_count: z.number().int().max(20) });

const adapterName = /ip-?adapter/i;
/** Modules of faces alone need a model of their own kind. */
const faceName = /face|insight/i;
/** Units of ControlNet unless the server says otherwise. */
const usualUnits = 3;
/** The most references that models of stable-diffusion.cpp are known to tell apart. */
const nativeReferences = 4;

/** Asks what the server offers. @throws ProviderError without a list of samplers, the minimum */
export async function readOffers(engine: Engine): Promise<Offers> {
  /** The answer of a call that not every server has; null without it. */
  const optional = async <S extends z.ZodType>(path: string, shape: S) => {
    const response = await engine.call(path);
    const parsed =
      response.status < 300 ? shape.safeParse(parseAnswer(z.unknown(), response)) : null;
    return parsed?.data ?? null;
  };
  const required = await engine.call("/sdapi/v1/samplers");
  if (required.status >= 300) throw errorFromResponse(required);
  const samplers = parseAnswer(samplerList, required);
  const [checkpoints, loras, native] = await Promise.all([
    optional("/sdapi/v1/sd-models", checkpointList),
    optional("/sdapi/v1/loras", loraList),
    optional("/sdcpp/v1/capabilities", capabilities),
  ]);
  const features = native?.features_by_mode.img_gen;
  const controlNet = native ? null : await controlNetOf(optional);
  return {
    checkpoints: (checkpoints ?? []).flatMap(({ title, model_name }) => [title, model_name]),
    samplers: samplers.flatMap(({ name, aliases }) => [name, ...aliases]),
    loras: (loras ?? []).map(({ name, path }) =>
      native ? { name, path: path ?? name } : { name },
    ),
    references: features?.ref_images ? { way: "native", most: nativeReferences } : controlNet,
  };
}

async function controlNetOf(
  optional: <S extends z.ZodType>(path: string, shape: S) => Promise<z.output<S> | null>,
): Promise<References | null> {
  const [known, preparing, limits] = await Promise.all([
    optional("/controlnet/model_list", models),
    optional("/controlnet/module_list", modules),
    optional("/controlnet/settings", settings),
  ]);
  const pick = (names: string[] = []) => {
    const adapters = names.filter((name) => adapterName.test(name));
    const auto = adapters.find((name) => /auto/i.test(name));
    return auto ?? adapters.find((name) => !faceName.test(name));
  };
  const [model, module] = [pick(known?.model_list), pick(preparing?.module_list)];
  if (!model || !module) return null;
  return { way: "controlnet", module, model, most: limits?.control_net_unit_count ?? usualUnits };
}
