import type { ScriptLine } from "./answers";
import type { Chance } from "./chance";
import { capitalise } from "./english";
import { type Figure, speaks } from "./figures";
import type { Setting } from "./settings";
import type { Situation } from "./situation";
import type { Thing } from "./things";
import { fitLine, lineLimit } from "./wrap";

export interface Stage {
  /** Who speaks first. */
  a: Figure;
  /** Who answers, if somebody in the frame can. */
  b: Figure | null;
  setting: Setting;
  /** Known to the reader by now; null before it has been seen. */
  thing: Thing | null;
}

/** Puts names, places and things into a template; null where one of them is missing. */
export function fill(template: string, stage: Stage): string | null {
  const { a, b, setting, thing } = stage;
  const values: Record<string, string | null> = {
    A: a.call ?? null,
    B: b?.call ?? null,
    here: setting.here,
    place: setting.phrase,
    Place: setting.name.replace(/^The\s/u, "the "),
    thing: thing?.definite ?? null,
    Thing: thing?.definite ?? null,
    athing: thing?.indefinite ?? null,
    it: thing ? (thing.plural ? "them" : "it") : null,
  };
  let missing = false;
  const text = template.replace(/\{(\w+)\}/gu, (_, slot: string) => {
    const value = values[slot];
    if (!value) missing = true;
    return value ?? "";
  });
  return missing ? null : text;
}

/** The lines of one entry of a pool; null when it does not fit the stage. */
function linesOf(entry: string, stage: Stage): ScriptLine[] | null {
  const needsThing = entry.startsWith("[thing] ");
  if (needsThing && !stage.thing) return null;
  const filled = fill(needsThing ? entry.slice(8) : entry, stage);
  if (filled === null) return null;
  const lines: ScriptLine[] = [];
  for (const part of filled.split(" / ")) {
    const match = /^([AB])([:?]) (.+)$/u.exec(part);
    if (!match) return null;
    const speaker = match[1] === "A" ? stage.a : stage.b;
    if (!speaker) return null;
    const text = capitalise(match[3] ?? "");
    if (text.length > lineLimit) return null;
    lines.push({
      speaker: speaker.name,
      kind: match[2] === "?" ? "thought" : "speech",
      text: fitLine(text),
    });
  }
  return lines;
}

/** Nobody speaks of a door in a forest, nor of the sky in a cellar. */
const fitsPlace = (text: string, setting: Setting): boolean => {
  if (setting.kind.indoors) return !/\b(?:sky|birds|hill|horizon|map ends|road)\b/iu.test(text);
  return !/\b(?:doors?|house|windows?|floorboards?|room|lock(?:ed)?|kettle|lights? on|guest book)\b/iu.test(
    text,
  );
};

/** Chooses what is said, never the same entry twice in a scene. */
export class LineChooser {
  private readonly used = new Set<string>();

  constructor(private readonly chance: Chance) {}

  /** Lines for a beat, at most `room` of them; an exchange where two can talk. */
  choose(
    situation: Situation,
    beat: "open" | "turn" | "react" | "close",
    stage: Stage,
    room: number,
  ): ScriptLine[] {
    const talk = stage.b !== null && speaks(stage.b, stage.a);
    const usable = { ...stage, b: talk ? stage.b : null };
    const choices = this.chance
      .shuffle(situation[beat])
      .filter((entry) => !this.used.has(entry) && fitsPlace(entry, stage.setting))
      .map((entry) => ({ entry, lines: linesOf(entry, usable) }))
      .filter(
        (one): one is { entry: string; lines: ScriptLine[] } =>
          one.lines !== null && one.lines.length <= room,
      );
    const best =
      talk && room > 1 ? (choices.find(({ lines }) => lines.length > 1) ?? choices[0]) : choices[0];
    if (!best) return [];
    this.used.add(best.entry);
    return best.lines;
  }

  /** A closing caption; those about several people need several. */
  hook(situation: Situation, cast: number, setting: Setting): string | null {
    const choices = this.chance
      .shuffle(situation.hook)
      .filter((text) => !this.used.has(text) && fitsPlace(text, setting))
      .filter(
        (text) => cast > 1 || !/\b(?:they|them|their|both|neither|two people)\b/iu.test(text),
      );
    const text = choices[0] ?? null;
    if (text) this.used.add(text);
    return text;
  }
}
