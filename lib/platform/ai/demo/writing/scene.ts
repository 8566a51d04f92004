import { cutText } from "../../cut-text";
import type { WriterFacts } from "../../writer";
import type { SceneAnswer, ScriptLine, ScriptPanel } from "./answers";
import { type PanelPlan, planPanels } from "./beats";
import { type Chance, chanceFrom } from "./chance";
import { capitalise, sentence } from "./english";
import { type Figure, speaks } from "./figures";
import { LineChooser, type Stage } from "./lines";
import { markersIn } from "./markers";
import { altTextFor, imagePromptFor } from "./pictures";
import { type Reading, readPrompt } from "./reading";
import type { Setting } from "./settings";
import { characterSheet, locationSheet, lookOf } from "./sheets";
import {
  likelyTime,
  likelyWeather,
  type TimeOfDay,
  timeCaptions,
  timePhrase,
  type Weather,
  weatherCaptions,
} from "./sky";
import { sceneTitle } from "./titles";
import { fitLine, piecesOf } from "./wrap";

/** At most so many people in one frame. */
const perFrame = 3;
const linesPerPanel = 3;

/** Writes a scene: the same facts give the same scene. */
export function writeScene(facts: WriterFacts["scene"]): SceneAnswer {
  return new SceneWriter(facts).write();
}

class SceneWriter {
  private readonly chance: Chance;
  private readonly reading: Reading;
  private readonly time: TimeOfDay;
  private readonly weather: Weather;
  private readonly chooser: LineChooser;
  private readonly senses: string[];
  private readonly plans: PanelPlan[];
  private readonly used: Setting[] = [];
  private readonly seen = new Set<Figure>();
  private current: Setting;
  private quotesLeft: { text: string; speaker: Figure | null }[] = [];
  private companion: Figure | null;

  constructor(private readonly facts: WriterFacts["scene"]) {
    const { story, maxPanels } = facts;
    const prompt = markersIn(facts.prompt).text;
    const cast = story.characters.map(({ name }) => name).join(",");
    this.chance = chanceFrom(
      [prompt, maxPanels, story.title, story.description, story.scenes.length, cast].join("\u0001"),
    );
    this.reading = readPrompt(prompt, story, this.chance.fork("reading"));
    this.time =
      this.reading.time ??
      likelyTime(
        this.reading.genre,
        this.reading.settings[0]?.kind.kind ?? "",
        this.chance.fork("time"),
      );
    this.weather =
      this.reading.weather ??
      likelyWeather(this.reading.genre, this.time, this.chance.fork("weather"));
    this.chooser = new LineChooser(this.chance.fork("lines"));
    this.current = this.reading.settings[0] as Setting;
    this.senses = this.chance.fork("senses").shuffle(this.current.kind.senses);
    this.plans = planPanels(
      this.reading.events,
      maxPanels,
      this.chance.fork("shots"),
      !this.reading.english,
    );
    this.companion = this.reading.cast.find((one) => one !== this.reading.hero) ?? null;
  }

  write(): SceneAnswer {
    const markers = markersIn(this.facts.prompt);
    const panels = this.plans.map((plan, index) => {
      const panel = this.panel(plan, index);
      const marks = markers.forPanel(index + 1);
      return marks === ""
        ? panel
        : { ...panel, imagePrompt: `${cutText(panel.imagePrompt, 940)} ${marks}` };
    });
    const { story } = this.facts;
    const { cast, genre } = this.reading;
    return {
      title: sceneTitle(this.reading, story, this.time, this.chance.fork("title")),
      description: this.description(),
      newCharacters: cast
        .filter((one) => !one.known)
        .slice(0, 8)
        .map((one) => characterSheet(one, genre, this.chance.fork("sheets"), this.toldOf(one))),
      newLocations: this.used
        .filter((one) => !one.known)
        .slice(0, 6)
        .map((one) => locationSheet(one, this.chance.fork("sheets"))),
      panels,
    };
  }

  /** What the author says about a figure: the words beside the name, and what a lone hero wears. */
  private toldOf(one: Figure): string {
    const alone = this.reading.cast.length === 1 && this.reading.english;
    return alone ? `${one.described}. ${this.reading.text}` : one.described;
  }

  private description(): string {
    const { reading } = this;
    const told = reading.retold;
    const hook =
      told.length < 700 && reading.english
        ? this.chooser.hook(this.reading.situation, this.reading.cast.length, this.current)
        : null;
    const text = cutText(hook ? `${told} ${hook}` : told, 1000);
    return text.length >= 20 && /\p{L}/u.test(text)
      ? text
      : `${text} Told in pictures, with ${reading.hero.short}.`;
  }

  private panel(plan: PanelPlan, index: number): ScriptPanel {
    const event = plan.events.at(-1) ?? null;
    const setting = plan.events.find((one) => one.setting)?.setting ?? this.current;
    this.current = setting;
    if (!this.used.some(({ name }) => name === setting.name)) this.used.push(setting);
    const figures = this.framed(plan);
    const situation = event?.situation ?? this.reading.situation;
    const picture = {
      look: setting.known ? "" : lookOf(setting, this.chance.fork("sheets")),
      shot: plan.shot,
      figures,
      setting,
      time: this.time,
      weather: this.weather,
      action: this.actionOf(plan),
      detail: plan.beat === "detail" ? this.detailOf(setting) : null,
      situation,
    };
    return {
      shot: plan.shot,
      characters: figures.map(({ name }) => name),
      location: setting.name,
      imagePrompt: cutText(imagePromptFor(picture), 1000),
      altText: cutText(altTextFor(picture), 300),
      lines: this.lines(plan, figures, setting, index),
    };
  }

  private actionOf(plan: PanelPlan): string {
    const actions = plan.events
      .map(({ action }) => action.replace(/[.!?…]+$/u, ""))
      .filter((text) => text !== "");
    return cutText(
      actions
        .slice(0, 3)
        .map((text, index) => (index === 0 ? text : capitalise(text)))
        .join(". "),
      600,
    );
  }

  private detailOf(setting: Setting): string {
    const { thing } = this.reading;
    return thing
      ? `${thing.definite}, close enough to touch`
      : this.chance.fork("detail").pick(setting.kind.details);
  }

  private framed(plan: PanelPlan): Figure[] {
    const { hero } = this.reading;
    if (plan.beat === "detail") return [];
    if (plan.beat === "react") return [this.reactor()];
    const framed = [...new Set(plan.events.flatMap((event) => event.present))];
    if (!framed.includes(hero)) framed.push(hero);
    if (plan.events.length === 0 && framed.length < 2 && this.companion) {
      // Nobody is shown before the story brings them in, except those it begins with.
      const begins = this.reading.events[0]?.subjects.includes(this.companion) === true;
      if (plan.beat === "close" || begins) framed.push(this.companion);
    }
    // Those who were there a moment ago have not gone away.
    for (const one of this.seen) if (!framed.includes(one)) framed.push(one);
    for (const one of framed) this.seen.add(one);
    return framed.slice(0, perFrame);
  }

  /** Whose face tells most: the one to whom it happens. */
  private reactor(): Figure {
    const last = this.plans.find(({ beat }) => beat === "turn")?.events.at(-1);
    const listener = last?.present.find(
      (one) => one !== this.reading.hero && one.role.nature !== "animal",
    );
    return listener && this.chance.fork("reactor").next() < 0.3 ? listener : this.reading.hero;
  }

  private lines(plan: PanelPlan, figures: Figure[], setting: Setting, index: number): ScriptLine[] {
    const lines: ScriptLine[] = [];
    const quotes = [...this.quotesLeft, ...plan.events.flatMap((event) => event.quotes)];
    const captions = this.captions(plan, setting, index, quotes.length > 0);
    lines.push(...captions.map((text) => narration(text)));
    if (plan.beat === "detail") return lines;
    if (quotes.length > 0) {
      this.speak(quotes, lines, figures);
      return lines.slice(0, linesPerPanel);
    }
    this.quotesLeft = [];
    if (!this.reading.english) return lines.length > 0 ? lines : this.wordless(plan, figures);
    const stage = this.stage(figures, setting, plan);
    const room = linesPerPanel - lines.length;
    if (stage && room > 0) lines.push(...this.dialogue(plan, stage, room));
    if (plan.beat === "close" && this.plans.length > 2 && lines.length < linesPerPanel) {
      const hook = this.chooser.hook(
        this.reading.situation,
        this.reading.cast.length,
        this.current,
      );
      if (hook) lines.push(narration(hook));
    }
    return lines;
  }

  /** The author's own dialogue; what finds no room here is said in the next panel. */
  private speak(
    quotes: { text: string; speaker: Figure | null }[],
    lines: ScriptLine[],
    figures: Figure[],
  ): void {
    const queue = [...quotes];
    while (queue.length > 0 && lines.length < linesPerPanel) {
      const quote = queue.shift() as { text: string; speaker: Figure | null };
      const pieces = piecesOf(quote.text);
      const merged = pieces.length > 1 && quote.text.length <= 90 ? [quote.text] : pieces;
      for (const piece of merged.slice(0, linesPerPanel - lines.length)) {
        lines.push({
          speaker: quote.speaker?.name ?? figures[0]?.name ?? null,
          kind: "speech",
          text: fitLine(piece),
        });
      }
    }
    this.quotesLeft = queue;
  }

  private dialogue(plan: PanelPlan, stage: Stage, room: number): ScriptLine[] {
    const situation = plan.events.at(-1)?.situation ?? this.reading.situation;
    switch (plan.beat) {
      case "whole":
        return this.chooser.choose(situation, this.reading.topic ? "open" : "turn", stage, room);
      case "open":
        // With two panels only the first shows the place, the second speaks.
        return this.plans.length === 2 && plan.events.length === 0
          ? []
          : this.chooser.choose(situation, "open", stage, room);
      case "rise":
        return this.chooser.choose(situation, "open", stage, Math.min(room, 2));
      case "turn":
        return this.chooser.choose(situation, "turn", stage, room);
      case "react":
        return this.chooser.choose(this.reading.situation, "react", stage, room);
      default:
        return this.chooser.choose(
          situation,
          this.plans.length === 2 ? "turn" : "close",
          stage,
          room,
        );
    }
  }

  /** Who talks to whom in a frame. */
  private stage(figures: Figure[], setting: Setting, plan: PanelPlan): Stage | null {
    const able = figures.filter((one) => this.hasWords(one));
    const first = able.find((one) => one === this.reading.hero) ?? able[0];
    if (!first) return null;
    const b =
      figures.find((one) => one !== first && this.hasWords(one) && speaks(one, first)) ?? null;
    const seen = plan.beat !== "open" && plan.beat !== "rise";
    return { a: first, b, setting, thing: seen ? this.reading.thing : null };
  }

  /** Animals talk where such stories let them; what was only found has not said a word yet. */
  private hasWords(one: Figure): boolean {
    const { hero, genre, events, situation } = this.reading;
    if (one === hero) return true;
    if (one.role.nature === "animal" && genre !== "children" && genre !== "fantasy") return false;
    const unnamed = !one.named && !one.known && /^The /u.test(one.name);
    if (!unnamed || (one.role.nature === "human" && situation.kind !== "discovery")) return true;
    const acts = events.some((event) => event.subjects.includes(one));
    return acts || /^(?:meeting|reunion|romance|argument|fight)$/u.test(situation.kind);
  }

  private captions(plan: PanelPlan, setting: Setting, index: number, quoted: boolean): string[] {
    const opened = this.plans[0]?.events.length === 0;
    const told = plan.events
      .map(({ caption, brief }) => (opened ? brief : caption))
      .filter((text) => text !== "");
    const most = quoted ? 1 : 2;
    if (told.length > 0) {
      const pieces = piecesOf(told.join(" "));
      const kept = told.length > 1 && told.join(" ").length <= 90 ? [told.join(" ")] : pieces;
      return kept.slice(0, most).map(fitLine);
    }
    if (index === 0) return this.reading.english ? [this.opening(setting)] : [];
    if (plan.beat === "detail")
      return this.reading.english ? [this.senses.shift() ?? ""].filter((text) => text !== "") : [];
    return [];
  }

  /** The first caption: where and when, without telling what happens. */
  private opening(setting: Setting): string {
    const { time, weather, reading, facts } = this;
    const chance = this.chance.fork("opening");
    const place = capitalise(setting.phrase);
    const choices = [
      `${place}, ${timePhrase[time]}.`,
      `${chance.pick(timeCaptions[time])} ${chance.pick(setting.kind.senses)}`,
    ];
    const skies = weatherCaptions[weather];
    const grim = /^(?:danger|fear|grief|fight|chase)$/u.test(reading.situation.kind);
    if (skies.length > 0 && !setting.kind.indoors && !(grim && weather === "sunny"))
      choices.push(`${place}. ${chance.pick(skies)}`);
    if (reading.weather === "rain" && setting.kind.indoors) {
      choices.splice(1, choices.length, `Rain at the windows. ${chance.pick(setting.kind.senses)}`);
    }
    if (facts.story.scenes.length > 0 && !reading.time) choices.push(`Later, ${setting.here}.`);
    const text = chance.pick(choices.filter((one) => one.length <= 90));
    return sentence(text);
  }

  /** Signs that every language shares. */
  private wordless(plan: PanelPlan, figures: Figure[]): ScriptLine[] {
    const speaker = figures[0];
    if (!speaker || plan.beat === "open") return [];
    return [
      {
        speaker: speaker.name,
        kind: plan.beat === "react" ? "thought" : "speech",
        text: plan.beat === "close" ? "…" : "…?",
      },
    ];
  }
}

const narration = (text: string): ScriptLine => ({ speaker: null, kind: "narration", text });
