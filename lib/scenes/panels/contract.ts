/** The contract of a panel: what its picture has to show, by its script or its author. */
import { normalizeText, truncateText } from "@/lib/ai/prompts/truncate-text";
import { maxImagePromptLength } from "@/lib/media/schema";
import { z } from "@/lib/platform/zod";

export const shotSizes = ["establishing", "wide", "full", "medium", "close-up", "detail"] as const;

/** Numbers of entries and of characters. */
export const contractLimits = {
  people: 6,
  name: 100,
  outfit: 80,
  action: 200,
  place: 100,
  light: 120,
  shot: 20,
  mustShow: 6,
  thing: 100,
} as const;

type Text = (max: number) => z.ZodString;
type List = <Item extends z.ZodType>(item: Item, max: number) => z.ZodArray<Item>;

const contractOf = (text: Text, list: List) =>
  z.object({
    people: list(
      z.object({
        name: text(contractLimits.name),
        /**
         * In a script or an author's form, the name of an outfit is a change of clothes. Only other
         * words are stored, and hold for the panel alone; empty for the outfit in force.
         */
        outfit: text(contractLimits.outfit),
        /** Empty for any action. */
        action: text(contractLimits.action),
      }),
      contractLimits.people,
    ),
    place: text(contractLimits.place),
    light: text(contractLimits.light),
    shot: text(contractLimits.shot),
    mustShow: list(text(contractLimits.thing), contractLimits.mustShow),
  });

/** A contract from clients: more than the limits is refused. */
export const contractInput = contractOf(
  (max) => z.string().trim().max(max, `Please use at most ${max} characters`),
  (item, max) => z.array(item).max(max, `At most ${max}`),
);

/** A text of a model or a row, cut to the limit. */
export const truncatedText: Text = (max) =>
  z
    .string()
    .overwrite((value) => truncateText(value, max))
    .max(max);

const cut: Text = (max) =>
  z
    .string()
    .overwrite((value) => truncateText(normalizeText(value), max))
    .max(max);

/** A contract from a row or a script, cut to the limits. */
export const panelContract = contractOf(cut, (item, max) =>
  z
    .array(item)
    .overwrite((items) => items.slice(0, max))
    .max(max),
).extend({
  /** The prompt for which a script wrote it; absent for the author's own contract. */
  forPrompt: cut(maxImagePromptLength).optional(),
});
export type PanelContract = z.infer<typeof panelContract>;

/** The part of a contract that a script states; the rest comes from other fields of the panel. */
export const scriptedContract = panelContract
  .pick({ people: true, light: true, mustShow: true })
  .describe("What a look at the finished picture has to find.");

interface DescribedPanel {
  /** Names of the characters in the frame. */
  characters: string[];
  location: string | null;
  shot: string;
  imagePrompt: string;
}

/** The contract of a panel from its script; without a scripted part, from its cast and location. */
export function contractFor(
  { characters, location, shot, imagePrompt }: DescribedPanel,
  scripted: z.infer<typeof scriptedContract> | null = null,
): PanelContract {
  const told = new Map(scripted?.people.map((one) => [one.name.toLowerCase(), one]));
  return panelContract.parse({
    people: characters.map(
      (name) => told.get(name.toLowerCase()) ?? { name, outfit: "", action: "" },
    ),
    place: location ?? "",
    light: scripted?.light ?? "",
    shot,
    mustShow: scripted?.mustShow.filter((thing) => thing !== "") ?? [],
    forPrompt: imagePrompt,
  });
}

/**
 * The contract in force for a picture of this prompt: the author's own for every prompt, a script's
 * only for the prompt that it was written for. Null if there is none.
 */
export function contractUnder(stored: unknown, prompt: string): PanelContract | null {
  const contract = panelContract.safeParse(stored).data;
  if (!contract) return null;
  const { forPrompt } = contract;
  return forPrompt === undefined || forPrompt === prompt ? contract : null;
}

/** A panel's prompt for the painter, with what its contract adds. */
export function paintedPrompt(
  { contract: stored, shot: own }: { contract: unknown; shot: string },
  prompt: string,
): string {
  const contract = contractUnder(stored, prompt);
  const shot = contract?.shot || own;
  const lines = contract ? contractLines(contract, prompt) : [];
  return [prompt, ...lines, ...(shot ? [`Shot: ${shot}.`] : [])].join("\n");
}

/** Sentences for the painter about what the prompt leaves out. */
export function contractLines(
  { people, light, mustShow }: Pick<PanelContract, "people" | "light" | "mustShow">,
  prompt: string,
): string[] {
  const said = prompt.toLowerCase();
  const isNew = (text: string) => text !== "" && !said.includes(text.toLowerCase());
  const told = people.flatMap(({ name, outfit, action }) => [
    ...(isNew(outfit) ? [`${name} wears ${outfit}.`] : []),
    ...(isNew(action) ? [`${name}: ${action}.`] : []),
  ]);
  const things = mustShow.filter(isNew);
  return [
    ...told,
    ...(isNew(light) ? [`Light: ${light}.`] : []),
    ...(things.length > 0 ? [`Must be seen: ${things.join(", ")}.`] : []),
  ];
}
