import { truncateText } from "@/lib/ai/prompts/truncate-text";
import { type Random, random } from "../painting/random";
import plan from "./data/panels.json";
import { capitalise, fill, fittingPieces, sentence } from "./english";
import { situation, timePhrase, weatherPhrase } from "./moods";
import { type Figure, knownFigure, namesOf, shortName } from "./people";
import { knownPlace, type Place } from "./places";
import type { Reading, StoryEvent } from "./read-prompt";
import type { KnownEntity, StoryFacts } from "./request";

/** A panel's role in the scene; panels with a carrier role show the prompt's events. */
type Beat = keyof typeof plan.shots;
const narration = (text: string): Line => ({ speaker: null, kind: "narration", text });
type Line = { speaker: string | null; kind: "speech" | "thought" | "narration"; text: string };
/** Limits of people in one frame, and lines in one panel. */
const maxPerPanel = 3;

/** Facts of a panel before it is written. */
type Frame = { beat: Beat; shot: string; events: StoryEvent[]; place?: Place; isLast: boolean };

/** Writes the panels of a scene from the parsed prompt. */
export class Panels {
  readonly places = new Map<string, Place>();
  /** Lines and pool entries that must not be repeated. */
  private readonly used: Set<string>;
  private readonly seen = new Set<Figure>();
  private readonly chance: Random;
  private waiting: StoryEvent["quotes"] = [];
  private place: Place;
  /** Chosen characters that have not appeared yet, and the chosen locations. */
  private readonly due: Set<Figure>;
  private readonly where: Place[];

  constructor(
    private readonly reading: Reading,
    seed: string,
    { said, cast, characters, locations }: StoryFacts,
    where: string[],
  ) {
    this.used = new Set(said);
    const met = (one: KnownEntity) => reading.cast.find(({ name }) => name === one.name);
    const chosen = characters.filter(({ name }) => cast.includes(name));
    this.due = new Set(chosen.map((one) => met(one) ?? knownFigure(one)));
    this.where = locations.filter(({ name }) => where.includes(name)).map(knownPlace);
    this.place = this.where[0] ?? reading.place;
    this.chance = random(`${seed}:lines`);
  }

  write(count: number, markersFor: (panel: number) => string) {
    const { events, english } = this.reading;
    const beats = (plan.beats[count - 1] ?? plan.beats[3] ?? []) as Beat[];
    // Text in another language cannot be split into beats, so the first panel shows all of it.
    const wanted = english ? (plan.carriers[beats.length - 1] ?? [0]) : [...beats.keys()];
    const carriers = wanted.slice(0, events.length).sort((a, b) => a - b);
    let last = "";
    return beats.map((beat, index) => {
      const carried = (at: number) => carriers[Math.floor((at * carriers.length) / events.length)];
      const close = beats.length === 2 && index === 1;
      last = this.chance.pick(plan.shots[close ? "close" : beat].filter((shot) => shot !== last));
      const place = this.where[Math.floor((index * this.where.length) / beats.length)];
      const panel = this.panel({
        beat,
        shot: last,
        isLast: index === beats.length - 1,
        events: events.filter((_, at) => carried(at) === index),
        ...(place ? { place } : {}),
      });
      const marks = markersFor(index + 1);
      const imagePrompt = `${truncateText(panel.imagePrompt, 940)}${marks && ` ${marks}`}`;
      return { ...panel, imagePrompt };
    });
  }

  private panel(frame: Frame) {
    const { beat, shot, events, place } = frame;
    this.place = place ?? events.find((event) => event.place)?.place ?? this.place;
    this.places.set(this.place.name, this.place);
    const told = this.captions(beat, events);
    const spoken = beat === "detail" ? [] : this.quotes(events, told.length > 0, beat === "react");
    const figures = this.framed(frame, spoken);
    const lines = told.slice(0, Math.min(2, maxPerPanel - spoken.length)).map(narration);
    for (const { speaker, text } of spoken)
      lines.push({ speaker: speaker.name, kind: "speech", text });
    if (spoken.length === 0) {
      for (const line of this.dialogue(frame, figures, maxPerPanel - lines.length))
        lines.push(line);
      if (beat === "close" && lines.length < maxPerPanel && this.reading.english)
        for (const text of this.hook()) lines.push(narration(text));
    }
    // Speakers stand from left to right in the order of their lines: bubbles are read in that
    // order.
    const turn = (name: string) => lines.findIndex(({ speaker }) => speaker === name) + 1 || 99;
    const characters = figures.map(({ name }) => name).toSorted((a, b) => turn(a) - turn(b));
    const picture = this.picture(shot, figures, events);
    const contract = this.contract(picture.imagePrompt, shot, figures, events);
    return { shot, characters, location: this.place.name, ...picture, contract, lines };
  }

  /** A single sentence takes one panel; one about several people takes several. */
  hook(): string[] {
    const isAlone = this.reading.cast.length < 2;
    const several = /\b(?:they|them|their|both|neither|two)\b/iu;
    const { hook } = situation(this.reading.situation);
    return this.fresh(hook, (text) => !isAlone || !several.test(text));
  }

  /** A random unused entry of a pool, in a list; empty if all are used. */
  private fresh(pool: string, fits: (entry: string) => boolean = () => true): string[] {
    const used = [...this.used];
    const isUsed = (entry: string) =>
      [entry, ...entry.split(" / ").map((line) => line.slice(3))].some((one) =>
        // "Evening. Bees are busy in the lavender.": the time comes first.
        used.some((line) => line.endsWith(one)),
      );
    const left = pool.split(" | ").filter((entry) => !isUsed(entry) && fits(entry));
    const entry = left.length > 0 ? [this.chance.pick(left)] : [];
    for (const one of entry) this.used.add(one);
    return entry;
  }

  private captions(beat: Beat, events: StoryEvent[]): string[] {
    const told = sentence(events.map(({ caption }) => caption).join(" "));
    if (told !== "") return fittingPieces(told);
    const { english, time } = this.reading;
    if (!english || !/^(?:open|whole|detail)$/u.test(beat)) return [];
    const sense = this.fresh(this.place.kind.senses);
    if (beat === "detail") return sense;
    // Time and location, without the events.
    const when = capitalise(timePhrase(time).replace(/^(?:in the|at) /u, ""));
    const plain = `${capitalise(this.place.phrase)}, ${timePhrase(time)}.`;
    return fittingPieces(sense[0] && this.chance.chance(0.5) ? `${when}. ${sense[0]}` : plain);
  }

  /** The author's own dialogue; lines beyond the limit go to the next panel. */
  private quotes(events: StoryEvent[], isTold: boolean, isAlone: boolean): StoryEvent["quotes"] {
    const all = [...this.waiting, ...events.flatMap(({ quotes }) => quotes)];
    const queue = all.flatMap(({ text, speaker }) =>
      fittingPieces(text).map((piece) => ({ text: piece, speaker })),
    );
    const room = isTold ? maxPerPanel - 1 : maxPerPanel;
    const other = queue.findIndex(({ speaker }) => isAlone && speaker !== queue[0]?.speaker);
    this.waiting = queue.splice(other < 0 ? room : Math.min(other, room));
    return queue;
  }

  /** The characters in the frame: speakers first, so that every tail points at a figure. */
  private framed({ beat, events, isLast }: Frame, spoken: StoryEvent["quotes"]): Figure[] {
    const speakers = spoken.map(({ speaker }) => speaker);
    const [hero, ...others] = this.reading.cast;
    const companion = others.find((one) => !one.gone);
    if (beat === "detail") return [];
    if (beat === "react") return [speakers[0] ?? hero];
    for (const one of speakers) this.due.delete(one);
    const present = events.flatMap((event) => event.present);
    const framed = new Set([...speakers, ...this.due, ...present, hero]);
    // Characters appear only after the story introduces them, except those it begins with.
    const begins = companion && this.reading.events[0]?.present.includes(companion);
    if (companion && framed.size < 2 && (beat === "close" || begins)) framed.add(companion);
    // Every chosen character appears, at the latest in the last panel.
    const room = isLast ? Math.max(maxPerPanel, speakers.length + this.due.size) : maxPerPanel;
    const still = [...this.seen].filter((one) => !one.gone);
    const shown = [...new Set([...framed, ...still])].slice(0, room);
    for (const one of shown) {
      this.seen.add(one);
      this.due.delete(one);
    }
    return shown;
  }

  private dialogue({ beat, events }: Frame, figures: Figure[], room: number) {
    const { cast, english, genre } = this.reading;
    // Animals talk only in genres that allow it.
    const isTale =
      /^(?:children|fantasy)$/u.test(genre) || cast.every(({ role }) => role.nature !== "human");
    const isMuteBeast = (one: Figure) => !isTale && one.role.nature === "animal" && one !== cast[0];
    const able = figures.filter((one) => !isMuteBeast(one));
    const a = able.find((one) => one === cast[0]) ?? able[0];
    if (!a || room < 1) return [];
    // A sign that works in every language.
    const isMute = events.length > 0 || beat === "open";
    const kind = beat === "react" ? "thought" : "speech";
    const sign: Line = { speaker: a.name, kind, text: beat === "close" ? "…" : "…?" };
    if (!english) return isMute ? [] : [sign];
    const b = able.find((one) => one !== a);
    const about = (beat !== "react" && events.at(-1)?.situation) || this.reading.situation;
    const { open, turn, react, close } = situation(about);
    const pool = { open, rise: open, whole: turn, turn, detail: turn, react, close }[beat];
    // An entry with B is an exchange of two or three lines.
    const size = (entry: string) => entry.split(" / ").length;
    const isExchange = (entry: string) => size(entry) > 1 && size(entry) <= room;
    const exchange = b && room > 1 ? this.fresh(pool, isExchange) : [];
    const [entry] = exchange.length > 0 ? exchange : this.fresh(pool, (one) => size(one) === 1);
    return (entry?.split(" / ") ?? []).map((words): Line => {
      const { name: speaker } = words.startsWith("B") && b ? b : a;
      return { speaker, kind: words[1] === "?" ? "thought" : "speech", text: words.slice(3) };
    });
  }

  /** What the prompt says of the people, the light and the thing of the story. */
  private contract(prompt: string, shot: string, figures: Figure[], events: StoryEvent[]) {
    const { time, weather, thing } = this.reading;
    const { indoors } = this.place;
    const said = prompt.toLowerCase();
    const ifSaid = (text: string) => (said.includes(text.toLowerCase()) ? text : "");
    const { face } = situation(events.at(-1)?.situation ?? this.reading.situation);
    const actionOf = (one: Figure) => {
      const own = events.find(({ action }) => action.startsWith(`${shortName(one)} `));
      return own ? own.action.slice(shortName(one).length + 1) : "";
    };
    return {
      people: figures.map((one) => ({
        name: one.name,
        outfit: "",
        action: ifSaid(shot === "close-up" ? face : actionOf(one)),
      })),
      light: ifSaid(`${timePhrase(time)}${weatherPhrase(weather, indoors)}`) || timePhrase(time),
      mustShow: thing && ifSaid(thing) ? [`the ${thing}`] : [],
    };
  }

  private picture(shot: string, figures: Figure[], events: StoryEvent[]) {
    const { time, weather, thing } = this.reading;
    const { here, indoors, kind, known } = this.place;
    const when = `${here} ${timePhrase(time)}`;
    const isAirless = kind.words.startsWith("planet");
    const sky = isAirless ? ", black sky full of stars" : weatherPhrase(weather, indoors);
    const who = namesOf(figures);
    const actions = events.map(({ action }) => capitalise(action)).filter((text) => text !== "");
    const action = sentence(truncateText(actions.slice(0, 3).join(". "), 600));
    const { face } = situation(events.at(-1)?.situation ?? this.reading.situation);
    const look = known ? "" : `${sentence(kind.looks.split(" | ")[0] ?? "")} `;
    const scenery = `${look}${action || sentence(`${who}, small in the frame`)}`;
    const told = action === "" ? `${who} ${when}` : `${when}: ${action}`;
    const near = thing ? `the ${thing}, close enough to touch` : kind.detail;
    const slots = { around: `${when}${sky}`, who, here, action, face, scenery, told, thing: near };
    const [prompt = "", alt = ""] = plan.pictures[shot as keyof typeof plan.pictures];
    const altText = truncateText(sentence(fill(alt, slots)), 300);
    return { imagePrompt: fill(prompt, slots).trim(), altText };
  }
}
