import { cutText } from "@/lib/ai/cut-text";
import type { TitleAnswer } from "./answers";
import { type Chance, chanceFrom } from "./chance";
import { titleCase } from "./english";
import { fill } from "./lines";
import { markersIn } from "./markers";
import { mentions } from "./naming";
import { type Reading, readPrompt } from "./reading";
import type { StoryFacts, WriterFacts } from "./request";
import type { TimeOfDay } from "./sky";

const timeNouns: Record<TimeOfDay, string> = {
  dawn: "First Light",
  morning: "A Morning",
  noon: "Noon",
  afternoon: "An Afternoon",
  sunset: "Sunset",
  evening: "An Evening",
  night: "A Night",
};

/** A title for a scene that none of the story's other scenes has. */
export function sceneTitle(
  reading: Reading,
  story: StoryFacts,
  time: TimeOfDay,
  chance: Chance,
): string {
  const taken = new Set(story.scenes.map(({ title }) => title.toLowerCase()));
  const choices = titleChoices(reading, time, chance);
  const title = choices.find((one) => !taken.has(one.toLowerCase())) ?? `${choices[0]}, Again`;
  return cutText(title, 200);
}

function titleChoices(reading: Reading, time: TimeOfDay, chance: Chance): string[] {
  if (!reading.english) return [openingWords(reading.text)];
  const { hero, thing, settings, situation } = reading;
  const setting = settings[0];
  const name =
    hero.known || hero.named || !/^the\s/u.test(hero.short) ? hero.short : titleCase(hero.short);
  const other = reading.cast[1];
  const strong: string[] = [];
  const soft: string[] = [];
  if (reading.topic && reading.text.length <= 60)
    return [titleCase(reading.text.replace(/[.!?]+$/u, ""))];
  if (thing && thing.label.length <= 32) {
    strong.push(`The ${titleCase(thing.label)}`);
    strong.push(`${titleCase(name)} and the ${titleCase(thing.label)}`);
  }
  if (other && !/^the\s/u.test(other.short))
    strong.push(`${titleCase(name)} and ${titleCase(other.short)}`);
  if (other && /^the\s/u.test(other.short))
    strong.push(`${titleCase(name)} and ${titleCase(other.short).replace(/^The/u, "the")}`);
  const described = labelOf(reading).replace(/ (?:who|which|that|with)\b.*$/iu, "");
  if (described !== "" && described.includes(" ") && described.length <= 26)
    strong.push(`The ${titleCase(described.toLowerCase())}`);
  if (setting && /^The \S+ \S+/u.test(setting.name)) strong.push(setting.name);
  if (setting) {
    soft.push(
      `${timeNouns[time]} ${titleCase(setting.here)
        .replace(/^(?:In|On|At|By|Under|Near|Behind|Inside|Aboard)\b/u, (word) =>
          word.toLowerCase(),
        )
        .replace(/ The /u, " the ")}`,
    );
  }
  for (const pattern of situation.kind === "everyday" ? [] : situation.titles) {
    const filled = fill(pattern, {
      a: hero,
      b: other ?? null,
      setting: setting as NonNullable<typeof setting>,
      thing,
    });
    if (filled) soft.push(titleCase(filled));
  }
  const [first, ...rest] = [...chance.shuffle(strong), ...chance.shuffle(soft)];
  // A title of the situation about as often as one of the things in it.
  const shuffled =
    chance.next() < 0.7 ? [first, ...rest] : [...chance.shuffle(soft), first, ...rest];
  return shuffled.filter((one): one is string => one !== undefined && one.length <= 80);
}

/** What the hero is called who is called by no name here: 'lighthouse keeper'. */
function labelOf({ hero, text }: Reading): string {
  if (hero.known) return mentions(text, hero.name) ? "" : hero.known.title;
  return hero.named ? "" : hero.described;
}

/** The first words of a text in any script; a few signs where it has no words. */
function openingWords(text: string): string {
  const first =
    text
      .split(/[.!?。！？]/u)
      .find((part) => part.trim() !== "")
      ?.trim() ?? text.trim();
  const words = first.split(/\s+/u);
  if (words.length === 1 || !/\p{L}/u.test(first)) {
    const signs = [...new Intl.Segmenter().segment(first)].map(({ segment }) => segment);
    return (
      signs
        .slice(0, /\p{L}/u.test(first) ? 16 : 4)
        .join("")
        .trim() || "…"
    );
  }
  let title = "";
  for (const word of words) {
    if (title.length + word.length > 34) break;
    title = title === "" ? word : `${title} ${word}`;
  }
  if (title === "") return [...first].slice(0, 34).join("");
  const bare = title.replace(/[\s,;:–—-]+$/u, "") || "…";
  return title.length < first.length ? `${bare} …` : bare;
}

/** A title for a story from its description. */
export function writeTitle(facts: WriterFacts["title"]): TitleAnswer {
  const text = markersIn(facts.description).text;
  const chance = chanceFrom(["title", text, facts.story.title].join("\u0001"));
  const reading = readPrompt(text, facts.story, chance.fork("reading"));
  const [title] = titleChoices(reading, reading.time ?? "evening", chance.fork("title"));
  return { title: cutText(title ?? "Untitled", 200) };
}
