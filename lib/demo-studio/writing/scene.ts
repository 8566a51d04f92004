import { cutText } from "@/lib/ai/cut-text";
import type { SceneAnswer, ScriptPanel } from "./answers";
import { type PanelPlan, planPanels } from "./beats";
import { type Chance, chanceFrom } from "./chance";
import { capitalise } from "./english";
import type { Figure } from "./figures";
import { markersIn } from "./markers";
import { PanelLines } from "./panel-lines";
import { altTextFor, imagePromptFor } from "./pictures";
import { type Reading, readPrompt } from "./reading";
import type { WriterFacts } from "./request";
import type { Setting } from "./settings";
import { characterSheets, locationSheet, lookOf } from "./sheets";
import { likelyTime, likelyWeather, type TimeOfDay, type Weather } from "./sky";
import { sceneTitle } from "./titles";

/** At most so many people in one frame. */
const perFrame = 3;

/** Writes a scene: the same facts give the same scene. */
export function writeScene(facts: WriterFacts["scene"]): SceneAnswer {
  return new SceneWriter(facts).write();
}

class SceneWriter {
  private readonly chance: Chance;
  private readonly reading: Reading;
  private readonly time: TimeOfDay;
  private readonly weather: Weather;
  private readonly lines: PanelLines;
  private readonly plans: PanelPlan[];
  private readonly used: Setting[] = [];
  private readonly seen = new Set<Figure>();
  private current: Setting;
  private companion: Figure | null;

  constructor(private readonly facts: WriterFacts["scene"]) {
    const { story, maxPanels } = facts;
    const prompt = markersIn(facts.prompt).text;
    // Who is known is no part of the seed: a scene asked for again after its newcomers were taken in
    // has to come out the same.
    this.chance = chanceFrom(
      [prompt, maxPanels, story.title, story.description, story.scenes.length].join("\u0001"),
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
    this.current = this.reading.settings[0] as Setting;
    this.plans = planPanels(
      this.reading.events,
      maxPanels,
      this.chance.fork("shots"),
      !this.reading.english,
    );
    const isLater = story.scenes.length > 0;
    this.lines = new PanelLines(
      this.reading,
      this.plans,
      this.time,
      this.weather,
      isLater,
      this.chance,
    );
    this.companion = this.reading.cast.find((one) => one !== this.reading.hero) ?? null;
  }

  write(): SceneAnswer {
    const markers = markersIn(this.facts.prompt);
    const panels = this.plans.map((plan, index) => {
      const panel = this.panel(plan);
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
      newCharacters: characterSheets(
        cast
          .filter((one) => !one.known)
          .slice(0, 8)
          .map((one) => ({ figure: one, told: this.toldOf(one) })),
        genre,
        this.chance.fork("sheets"),
      ),
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
    const hook = told.length < 700 && reading.english ? this.lines.hook(this.current) : null;
    const text = cutText(hook ? `${told} ${hook}` : told, 1000);
    return text.length >= 20 && /\p{L}/u.test(text)
      ? text
      : `${text} Told in pictures, with ${reading.hero.short}.`;
  }

  private panel(plan: PanelPlan): ScriptPanel {
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
      lines: this.lines.of(plan, figures, setting),
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
    const talks = /^(?:meeting|reunion|romance|argument|farewell|fight)$/u.test(
      this.reading.situation.kind,
    );
    return listener && talks && this.chance.fork("reactor").next() < 0.4
      ? listener
      : this.reading.hero;
  }
}
