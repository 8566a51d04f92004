import { brand } from "@/lib/platform/brand";
import { absoluteUrl } from "@/lib/platform/site";
import { z } from "@/lib/platform/zod";
import type { SigningIngredient } from "./sign.mjs";

/** The steps of a picture that its content credentials record. */
export const history = z.object({
  /** As `Origin` in xmp.mjs: made by a model, by the demo studio's code, or neither. */
  origin: z.enum(["model", "drawn", "photo"]),
  way: z.enum(["generated", "edited", "uploaded", "lettered", "composed"]),
  /** Provider and model, if any. */
  agent: z.string().optional(),
  /** Number of bubbles, and whether the author placed any by hand. */
  bubbleCount: z.number().int().optional(),
  byHand: z.boolean().optional(),
});
export type History = z.infer<typeof history>;

/** An ingredient of a picture. */
export interface Source {
  title: string;
  /** The complete file with its credentials; without bytes the ingredient is only named. */
  bytes?: Uint8Array;
  mediaType?: string;
  /** Path on this site. */
  path?: string | undefined;
}

export interface Sources {
  /** The starting point: the picture that was edited or lettered, or the uploaded file. */
  parent?: Source | undefined;
  /** The file from the provider or uploader, if it has credentials. */
  sent?: Source | undefined;
  /** Pictures placed on it. */
  parts?: Source[] | undefined;
  /** Ancestors of a remix, the nearest first. */
  remixedFrom?: Source[] | undefined;
}

const vocabulary = "http://cv.iptc.org/newscodes/digitalsourcetype";
const sourceTypes = { model: "trainedAlgorithmicMedia", drawn: "algorithmicMedia", photo: null };
const typeOf = (origin: History["origin"]) =>
  sourceTypes[origin] && { digitalSourceType: `${vocabulary}/${sourceTypes[origin]}` };

type Action = Record<string, unknown>;

const action = (name: string, about: Action = {}): Action => ({ action: `c2pa.${name}`, ...about });
const ingredientParameters = (...labels: string[]) => ({ parameters: { ingredientIds: labels } });

const count = (number: number, one: string) => `${number} ${one}${number === 1 ? "" : "s"}`;

function actionsOf(done: History, sources: Sources): Action[] {
  const { origin, way, agent } = done;
  const type = typeOf(origin);
  const by = agent ? { softwareAgent: { name: agent } } : {};
  const remixed = (sources.remixedFrom ?? []).map(({ title }, index) =>
    action("edited", {
      description: `Remixed from ${title}`,
      ...ingredientParameters(`remixed${index}`),
    }),
  );
  const opened = (about: Action = {}) =>
    sources.parent ? action("opened", { ...ingredientParameters("parent"), ...about }) : null;
  switch (way) {
    case "generated":
      return [
        opened({ ...type, ...by }) ?? action("created", { ...type, ...by }),
        ...(sources.parent ? [action("transcoded")] : []),
      ];
    case "edited":
      return [
        opened() ?? action("created", { ...type, ...by }),
        action("edited", { ...type, ...by }),
        ...(sources.sent ? [action("placed", ingredientParameters("sent"))] : []),
      ];
    case "uploaded":
      return [opened({ ...type }) ?? action("created", { ...type }), action("transcoded")];
    case "lettered": {
      const { bubbleCount = 0, byHand = false } = done;
      const hand = byHand ? { digitalSourceType: `${vocabulary}/humanEdits` } : {};
      const how = byHand ? "placed by hand" : "placed by the site";
      return [
        opened() ?? action("created", { digitalSourceType: `${vocabulary}/digitalCreation` }),
        ...remixed,
        ...(bubbleCount > 0
          ? [
              action("addedText", {
                description: `${count(bubbleCount, "bubble")}, ${how}`,
                ...hand,
              }),
            ]
          : []),
        action("resized"),
      ];
    }
    case "composed":
      return [
        action("created", {
          digitalSourceType: `${vocabulary}/${origin === "model" ? "compositeWithTrainedAlgorithmicMedia" : "composite"}`,
        }),
        ...(sources.parts ?? []).map((_, index) =>
          action("placed", ingredientParameters(`part${index}`)),
        ),
        ...remixed,
      ];
  }
}

function ingredient(source: Source, label: string, relationship: string): SigningIngredient {
  const definition = {
    title: source.title,
    label,
    relationship,
    informational_URI: source.path && absoluteUrl(source.path),
    format: source.mediaType,
  };
  const { bytes, mediaType } = source;
  return bytes && mediaType ? { definition, bytes, mediaType } : { definition };
}

/** The same sources without their bytes, so that they are named and not embedded. */
export function withoutBytes({ parent, sent, parts, remixedFrom }: Sources): Sources {
  const named = ({ bytes: _, ...source }: Source): Source => source;
  return {
    parent: parent && named(parent),
    sent: sent && named(sent),
    parts: parts?.map(named),
    remixedFrom,
  };
}

/**
 * The manifest and ingredients to sign.
 * @param resized whether the picture is a smaller encoding of a signed one
 */
export function manifestOf(
  done: History,
  sources: Sources,
  resized = false,
): { manifest: Record<string, unknown>; ingredients: SigningIngredient[] } {
  const { parent, sent, parts = [], remixedFrom = [] } = sources;
  const actions = [
    ...actionsOf(done, sources),
    ...(resized ? [action("resized"), action("transcoded")] : []),
  ];
  return {
    manifest: {
      claim_generator_info: [{ name: brand.name }],
      assertions: [{ label: "c2pa.actions.v2", data: { actions } }],
    },
    ingredients: [
      ...(parent ? [ingredient(parent, "parent", "parentOf")] : []),
      ...(sent && done.way === "edited" ? [ingredient(sent, "sent", "componentOf")] : []),
      ...parts.map((part, index) => ingredient(part, `part${index}`, "componentOf")),
      ...remixedFrom.map((story, index) => ingredient(story, `remixed${index}`, "inputTo")),
    ],
  };
}
