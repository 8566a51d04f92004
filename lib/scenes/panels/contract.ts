/** What a panel's picture has to show, as the script or the author says. */
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
         * Told to a script or an author's panel, the name of an outfit is a change. Stored are other
         * words alone, which hold for the panel; empty: what is worn.
         */
        outfit: text(contractLimits.outfit),
        /** Empty: anything. */
        action: text(contractLimits.action),
      }),
      contractLimits.people,
    ),
    place: text(contractLimits.place),
    light: text(contractLimits.light),
    shot: text(contractLimits.shot),
    mustShow: list(text(contractLimits.thing), contractLimits.mustShow),
  });

/** From clients: more than the limits is refused. */
export const contractInput = contractOf(
  (max) => z.string().trim().max(max, `Please use at most ${max} characters`),
  (item, max) => z.array(item).max(max, `At most ${max}`),
);

const cut: Text = (max) =>
  z
    .string()
    .overwrite((value) => truncateText(normalizeText(value), max))
    .max(max);

/** Of a row or a script: what exceeds the limits is cut. */
export const panelContract = contractOf(cut, (item, max) =>
  z
    .array(item)
    .overwrite((items) => items.slice(0, max))
    .max(max),
).extend({
  /** The prompt that it was written with; absent where it is the author's own. */
  forPrompt: cut(maxImagePromptLength).optional(),
});
export type PanelContract = z.infer<typeof panelContract>;

/** The part of a contract that a script tells; the rest are other fields of its panel. */
export const scriptedContract = panelContract
  .pick({ people: true, light: true, mustShow: true })
  .describe("What a look at the finished picture has to find.");

interface DescribedPanel {
  /** Names of who is in the frame. */
  characters: string[];
  location: string | null;
  shot: string;
  imagePrompt: string;
}

/** The contract of a panel from its script; without a scripted part, from who and where alone. */
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
 * The contract that counts for a picture of this prompt: the author's own always does, that of a
 * script only with its prompt. Null if there is none.
 */
export function contractUnder(stored: unknown, prompt: string): PanelContract | null {
  const contract = panelContract.safeParse(stored).data;
  if (!contract) return null;
  const { forPrompt } = contract;
  return forPrompt === undefined || forPrompt === prompt ? contract : null;
}

/** The prompt of a panel as a painter gets it, with what its contract says beyond it. */
export function paintedPrompt(
  { contract: stored, shot: own }: { contract: unknown; shot: string },
  prompt: string,
): string {
  const contract = contractUnder(stored, prompt);
  const shot = contract?.shot || own;
  const lines = contract ? contractLines(contract, prompt) : [];
  return [prompt, ...lines, ...(shot ? [`Shot: ${shot}.`] : [])].join("\n");
}

/** Sentences for the painter about what the prompt does not say already. */
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
