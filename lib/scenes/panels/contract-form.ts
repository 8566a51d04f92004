/** A contract as the lines of a form. */
import { z } from "@/lib/platform/zod";
import { contractInput, contractLimits, type PanelContract } from "./contract";

const person = /^(?<name>[^(:]+?)\s*(?:\((?<outfit>[^)]*)\))?\s*(?::\s*(?<action>.*))?$/u;

const linesIn = (text: string): string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");

/** One person a line: 'Mira (raincoat): climbs the ladder'. */
export const formatPeople = (people: PanelContract["people"]): string =>
  people
    .map(
      ({ name, outfit, action }) => name + (outfit && ` (${outfit})`) + (action && `: ${action}`),
    )
    .join("\n");

export const parsePeople = (text: string): PanelContract["people"] =>
  linesIn(text).map((line) => {
    const { name = line, outfit = "", action = "" } = person.exec(line)?.groups ?? {};
    return { name: name.trim(), outfit: outfit.trim(), action: action.trim() };
  });

const { people, mustShow, place, light, shot } = contractInput.shape;
const { name, outfit, action, thing } = contractLimits;

export const contractForm = z.object({
  people: z
    .string()
    .max(10_000)
    .refine(
      (text) => people.safeParse(parsePeople(text)).success,
      `Please give at most ${contractLimits.people} people, one a line: at most ${name} characters for a name, ${outfit} for what is worn, ${action} for what is done`,
    ),
  place,
  light,
  shot,
  mustShow: z
    .string()
    .max(10_000)
    .refine(
      (text) => mustShow.safeParse(linesIn(text)).success,
      `Please give at most ${contractLimits.mustShow} things, one a line, each of at most ${thing} characters`,
    ),
});
export type ContractForm = z.infer<typeof contractForm>;

export const toContractForm = ({ people, mustShow, ...rest }: PanelContract): ContractForm => ({
  place: rest.place,
  light: rest.light,
  shot: rest.shot,
  people: formatPeople(people),
  mustShow: mustShow.join("\n"),
});

export const fromContractForm = ({ people, mustShow, ...rest }: ContractForm): PanelContract => ({
  ...rest,
  people: parsePeople(people),
  mustShow: linesIn(mustShow),
});
