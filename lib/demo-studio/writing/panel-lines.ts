import type { ScriptLine } from "./answers";
import type { PanelPlan } from "./beats";
import type { Chance } from "./chance";
import { capitalise, sentence } from "./english";
import { type Figure, speaks } from "./figures";
import { LineChooser, type Stage } from "./lines";
import type { Reading } from "./reading";
import type { Setting } from "./settings";
import { type TimeOfDay, timeCaptions, timePhrase, type Weather, weatherCaptions } from "./sky";
import { fitLine, lineLimit, piecesOf } from "./wrap";

const linesPerPanel = 3;

/** What is told, said and thought in the panels of one scene. Ask for the panels in order. */
export class PanelLines {
  private readonly chooser: LineChooser;
  private readonly senses: string[];
  private quotesLeft: { text: string; speaker: Figure | null }[] = [];

  constructor(
    private readonly reading: Reading,
    private readonly plans: readonly PanelPlan[],
    private readonly time: TimeOfDay,
    private readonly weather: Weather,
    /** Other scenes came before. */
    private readonly isLater: boolean,
    private readonly chance: Chance,
  ) {
    this.chooser = new LineChooser(chance.fork("lines"));
    this.senses = chance.fork("senses").shuffle(reading.settings[0]?.kind.senses ?? []);
  }

  /** A sentence that ends a scene; each is used once. */
  hook(setting: Setting): string | null {
    return this.chooser.hook(this.reading.situation, this.reading.cast.length, setting);
  }

  /** The lines of a panel, in reading order. */
  of(plan: PanelPlan, figures: Figure[], setting: Setting): ScriptLine[] {
    const lines: ScriptLine[] = [];
    const quotes = [...this.quotesLeft, ...plan.events.flatMap((event) => event.quotes)];
    const captions = this.captions(plan, setting, quotes.length > 0);
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
      const hook = this.hook(setting);
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
    const thing = seen ? this.reading.thing : null;
    // Who is taught asks, who teaches answers.
    const teaches = plan.events.some(({ action }) => /\b(?:teaches|trains|shows)\b/u.test(action));
    return teaches && b ? { a: b, b: first, setting, thing } : { a: first, b, setting, thing };
  }

  /** Animals talk where such stories let them; what was only found has not said a word yet. */
  private hasWords(one: Figure): boolean {
    const { hero, genre, events, situation } = this.reading;
    if (one === hero || this.reading.cast.every(({ role }) => role.nature !== "human")) return true;
    if (one.role.nature === "animal" && genre !== "children" && genre !== "fantasy") return false;
    const unnamed = !one.named && !one.known && /^The /u.test(one.name);
    if (!unnamed || (one.role.nature === "human" && situation.kind !== "discovery")) return true;
    const acts = events.some((event) => event.subjects.includes(one));
    return acts || /^(?:meeting|reunion|romance|argument|fight)$/u.test(situation.kind);
  }

  private captions(plan: PanelPlan, setting: Setting, quoted: boolean): string[] {
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
    if (plan === this.plans[0]) return this.reading.english ? [this.opening(setting)] : [];
    if (plan.beat !== "detail" || !this.reading.english) return [];
    const sense = this.senses.shift();
    return sense === undefined ? [] : [sense];
  }

  /** The first caption: where and when, without telling what happens. */
  private opening(setting: Setting): string {
    const { time, weather, reading } = this;
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
    if (this.isLater && !reading.time) choices.push(`Later, ${setting.here}.`);
    const short = choices.filter((one) => one.length <= lineLimit);
    return sentence(short.length > 0 ? chance.pick(short) : chance.pick(timeCaptions[time]));
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
