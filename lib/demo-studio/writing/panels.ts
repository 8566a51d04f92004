import { cutText } from "@/lib/ai/cut-text";
import { type Random, random } from "../painting/random";
import { capitalise, fitLine, lineLimit, piecesOf, sentence } from "./english";
import { timePhrase, weatherPhrase } from "./moods";
import { type Figure, namesOf } from "./people";
import type { Place } from "./places";
import type { Reading, StoryEvent } from "./reading";
import { situation } from "./situations";

interface ScriptLine {
  speaker: string | null;
  kind: "speech" | "thought" | "narration";
  text: string;
}

type Beat = "whole" | "open" | "rise" | "turn" | "detail" | "react" | "close";

const beatsFor: Beat[][] = [
  ["whole"],
  ["open", "close"],
  ["open", "turn", "close"],
  ["open", "turn", "react", "close"],
  ["open", "rise", "turn", "react", "close"],
  ["open", "rise", "turn", "detail", "react", "close"],
];
/** Panels that carry events, most wanted first: with few events the others breathe. */
const carriersFor = [[0], [1, 0], [1, 0, 2], [1, 0, 3], [2, 1, 4, 0], [2, 1, 5, 0]];
const shotsFor: Record<Beat, string[]> = {
  whole: ["medium", "full", "wide"],
  open: ["establishing"],
  rise: ["full", "medium"],
  turn: ["medium", "full"],
  detail: ["detail"],
  react: ["close-up"],
  close: ["wide", "medium", "full"],
};
/** At most so many people in one frame, and lines in one panel. */
const most = 3;

/** Writes the panels of a scene from what was read. */
export class Panels {
  /** Where they play, in order. */
  readonly places = new Map<string, Place>();
  private readonly used = new Set<string>();
  private readonly seen = new Set<Figure>();
  private readonly chance: Random;
  private waiting: StoryEvent["quotes"] = [];
  private place: Place;

  constructor(
    private readonly reading: Reading,
    seed: string,
  ) {
    this.place = reading.place;
    this.chance = random(`${seed}:lines`);
  }

  write(count: number, markersFor: (panel: number) => string) {
    const { events, english } = this.reading;
    const beats = beatsFor[count - 1] ?? beatsFor[3] ?? [];
    // Text in another language has no beats of its own and is read from the first panel on.
    const wanted = english
      ? (carriersFor[beats.length - 1] ?? [0])
      : beats.map((_, index) => index);
    const carriers = wanted.slice(0, events.length).sort((a, b) => a - b);
    let last = "";
    return beats.map((beat, index) => {
      const carried = (at: number) => carriers[Math.floor((at * carriers.length) / events.length)];
      const own = events.filter((_, at) => carried(at) === index);
      last = this.chance.pick(shotsFor[beat].filter((shot) => shot !== last));
      const panel = this.panel(beats.length === 2 && index === 1 ? "turn" : beat, last, own);
      const marks = markersFor(index + 1);
      return { ...panel, imagePrompt: `${cutText(panel.imagePrompt, 940)}${marks && ` ${marks}`}` };
    });
  }

  private panel(beat: Beat, shot: string, events: StoryEvent[]) {
    this.place = events.find(({ place }) => place)?.place ?? this.place;
    this.places.set(this.place.name, this.place);
    const told = this.captions(beat, events);
    const spoken = beat === "detail" ? [] : this.quotes(events, told.length > 0, beat === "react");
    const figures = this.framed(beat, events, spoken);
    const lines: ScriptLine[] = told.slice(0, Math.min(2, most - spoken.length)).map(narration);
    if (spoken.length > 0)
      for (const { speaker, text } of spoken)
        lines.push({ speaker: speaker.name, kind: "speech", text });
    else lines.push(...this.dialogue(beat, events, figures, most - lines.length));
    const isLast = beat === "close" && spoken.length === 0 && lines.length < most;
    if (isLast && this.reading.english) lines.push(...this.hook().map(narration));
    const characters = figures.map(({ name }) => name);
    return {
      shot,
      characters,
      location: this.place.name,
      ...this.picture(shot, figures, events),
      lines,
    };
  }

  /** A sentence that makes one turn the page; those about several people need several. */
  hook(): string[] {
    const isAlone = this.reading.cast.length < 2;
    const { hook } = situation(this.reading.situation);
    return this.fresh(
      hook,
      (text) => !isAlone || !/\b(?:they|them|their|both|neither|two)\b/iu.test(text),
    );
  }

  /** An entry of a pool that was not used yet, by chance; none where all are. */
  private fresh(pool: string, fits: (entry: string) => boolean = () => true): string[] {
    const left = pool.split(" | ").filter((entry) => !this.used.has(entry) && fits(entry));
    if (left.length === 0) return [];
    const entry = this.chance.pick(left);
    this.used.add(entry);
    return [entry];
  }

  private captions(beat: Beat, events: StoryEvent[]): string[] {
    const told = sentence(events.map(({ caption }) => caption).join(" "));
    if (told !== "") return (told.length <= lineLimit ? [told] : piecesOf(told)).map(fitLine);
    const { english, time } = this.reading;
    if (!english || !/^(?:open|whole|detail)$/u.test(beat)) return [];
    const sense = this.fresh(this.place.kind.senses);
    if (beat === "detail") return sense;
    // Where and when, without telling what happens.
    const when = capitalise(timePhrase(time).replace(/^(?:in the|at) /u, ""));
    const plain = `${capitalise(this.place.phrase)}, ${timePhrase(time)}.`;
    return [fitLine(sense[0] && this.chance.chance(0.5) ? `${when}. ${sense[0]}` : plain)];
  }

  /** The author's own dialogue; what finds no room here is said in the next panel. */
  private quotes(events: StoryEvent[], isTold: boolean, isAlone: boolean): StoryEvent["quotes"] {
    const queue = [...this.waiting, ...events.flatMap(({ quotes }) => quotes)].flatMap(
      ({ text, speaker }) =>
        (text.length <= lineLimit ? [text] : piecesOf(text)).map((piece) => ({
          text: fitLine(piece),
          speaker,
        })),
    );
    const room = isTold ? most - 1 : most;
    const other = queue.findIndex(({ speaker }) => isAlone && speaker !== queue[0]?.speaker);
    const spoken = queue.slice(0, other < 0 ? room : Math.min(other, room));
    this.waiting = queue.slice(spoken.length);
    return spoken;
  }

  /** Who is in the frame: first of all who speaks, so that every tail has somebody to point at. */
  private framed(beat: Beat, events: StoryEvent[], spoken: StoryEvent["quotes"]): Figure[] {
    const speakers = spoken.map(({ speaker }) => speaker);
    const [hero, companion] = this.reading.cast;
    if (beat === "detail") return [];
    if (beat === "react") return [speakers[0] ?? hero];
    const framed = new Set([...speakers, ...events.flatMap(({ present }) => present), hero]);
    // Nobody is shown before the story brings them in, except those it begins with.
    const begins = companion && this.reading.events[0]?.present.includes(companion);
    if (companion && framed.size < 2 && (beat === "close" || begins)) framed.add(companion);
    const shown = [...framed, ...this.seen].filter((one, index, all) => all.indexOf(one) === index);
    for (const one of shown.slice(0, most)) this.seen.add(one);
    return shown.slice(0, most);
  }

  private dialogue(
    beat: Beat,
    events: StoryEvent[],
    figures: Figure[],
    room: number,
  ): ScriptLine[] {
    const able = figures.filter((one) => this.hasWords(one));
    const a = able.find((one) => one === this.reading.cast[0]) ?? able[0];
    if (!a || room < 1) return [];
    if (!this.reading.english) {
      // A sign that every language shares.
      const isMute = events.length > 0 || beat === "open";
      const kind = beat === "react" ? "thought" : "speech";
      return isMute ? [] : [{ speaker: a.name, kind, text: beat === "close" ? "…" : "…?" }];
    }
    const b = able.find((one) => one !== a);
    const kind = (beat !== "react" && events.at(-1)?.situation) || this.reading.situation;
    const isOpen = beat === "open" || beat === "rise";
    const pool =
      situation(kind)[beat === "react" || beat === "close" ? beat : isOpen ? "open" : "turn"];
    // An entry with B is an exchange of two or three lines.
    const size = (entry: string) => entry.split(" / ").length;
    const [exchange] =
      b && room > 1 ? this.fresh(pool, (entry) => size(entry) > 1 && size(entry) <= room) : [];
    const [entry] = exchange ? [exchange] : this.fresh(pool, (one) => size(one) === 1);
    return (entry?.split(" / ") ?? []).map((line) => ({
      speaker: (line.startsWith("B") && b ? b : a).name,
      kind: line[1] === "?" ? "thought" : "speech",
      text: line.slice(3),
    }));
  }

  /** Animals talk where such stories let them. */
  private hasWords(one: Figure): boolean {
    const { cast, genre } = this.reading;
    if (one.role.nature !== "animal" || one === cast[0]) return true;
    return (
      /^(?:children|fantasy)$/u.test(genre) || cast.every(({ role }) => role.nature !== "human")
    );
  }

  private picture(shot: string, figures: Figure[], events: StoryEvent[]) {
    const { time, weather, thing } = this.reading;
    const { here, indoors, kind, known } = this.place;
    const when = `${here} ${timePhrase(time)}`;
    const isAirless = kind.words.startsWith("planet");
    const sky = isAirless ? ", black sky full of stars" : weatherPhrase(weather, indoors);
    const around = `${when}${sky}`;
    const who = namesOf(figures);
    const actions = events.map(({ action }) => capitalise(action)).filter((text) => text !== "");
    const action = sentence(cutText(actions.slice(0, 3).join(". "), 600));
    const shown = (imagePrompt: string, alt: string) => ({
      imagePrompt,
      altText: cutText(sentence(alt), 300),
    });
    const { face } = situation(events.at(-1)?.situation ?? this.reading.situation);
    if (shot === "close-up")
      return shown(`Close-up of ${who} ${around}, ${face}.`, `${who} up close, ${face}`);
    const detail = thing ? `the ${thing}, close enough to touch` : kind.detail;
    if (shot === "detail")
      return shown(`Detail ${around}: ${detail}. No people.`, `${detail}, ${here}`);
    const alt = action === "" ? `${who} ${when}` : `${when}: ${action}`;
    if (shot !== "establishing")
      return shown(`${capitalise(shot)} shot of ${who} ${around}. ${action}`.trim(), alt);
    const look = known ? "" : `${sentence(kind.looks.split(" | ")[0] ?? "")} `;
    return shown(
      `Establishing shot ${around}. ${look}${action || sentence(`${who}, small in the frame`)}`,
      alt,
    );
  }
}

const narration = (text: string): ScriptLine => ({ speaker: null, kind: "narration", text });
