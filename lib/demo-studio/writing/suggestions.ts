import { cutText } from "@/lib/ai/cut-text";
import type { SuggestionsAnswer } from "./answers";
import { chanceFrom } from "./chance";
import { capitalise } from "./english";
import { knownFigure } from "./figures";
import { type Genre, genreOf } from "./genres";
import { isEnglish } from "./language";
import { readPrompt } from "./reading";
import type { WriterFacts } from "./request";
import { inventSetting, knownSetting } from "./settings";

/** `{a}` and `{b}` are people, `{here}` is 'in the old forest', `{place}` 'the old forest'. */
interface Seed {
  text: string;
  emoji: string;
}

const seed = (emoji: string, text: string): Seed => ({ emoji, text });

const continuations: readonly Seed[] = [
  seed("🚪", "{A} finds a door {here} that was not there yesterday, and it is already open."),
  seed(
    "✉️",
    "A letter arrives for {a}. It is dated ten years from now, and it begins with a warning.",
  ),
  seed(
    "👤",
    "A stranger comes to {place} and asks for {a} by name, but will not say who sent the question.",
  ),
  seed(
    "🌩️",
    "A storm traps everybody {here} for the night, and {a} notices that one of them is missing.",
  ),
  seed("🗺️", "{A} discovers half of an old map and sets out to find whoever has the other half."),
  seed("🤝", "{A} makes a promise to a rival, and has until sunset to keep it."),
  seed("🔍", "Something is stolen {here}, and every clue leads straight back to {a}."),
  seed(
    "🎂",
    "It is {a}'s birthday and everybody seems to have forgotten, until the lights go out {here}.",
  ),
  seed("🌙", "{A} cannot sleep, goes out to {place} at midnight and hears somebody singing."),
  seed("🏁", "{A} enters a race that nobody has ever finished, for a reason that nobody is told."),
  seed(
    "🍲",
    "{A} cooks supper for an unexpected guest, and the guest tells a story that changes everything.",
  ),
  seed(
    "🐾",
    "A small animal follows {a} home from {place}, and it wears a collar with an unknown name.",
  ),
  seed("🎻", "{A} hears a melody {here} that only one other person could know."),
  seed(
    "🧭",
    "On the way to {place} {a} takes a wrong turn and reaches a street that is on no map.",
  ),
  seed(
    "🔑",
    "{A} finds a key in an old coat, and it fits a box {here} that nobody has ever opened.",
  ),
  seed("🌅", "At sunrise {a} says goodbye to {place}, and then sees a reason to stay."),
];

const pairContinuations: readonly Seed[] = [
  seed("💥", "{A} and {b} quarrel {here}, and walk home by different roads in the rain."),
  seed("🤫", "{B} has kept a secret from {a}, and today it falls out of a book."),
  seed("🎭", "{A} and {b} have to change places for one day, and {b} is the first to enjoy it."),
  seed("🪢", "{B} is in trouble {here}, and {a} has only one rope and one idea."),
  seed(
    "☕",
    "{A} and {b} sit together {here} at the end of a long day and finally talk about what happened.",
  ),
  seed(
    "🧩",
    "{A} solves the riddle at last, but {b} has already set out for {place} to face it alone.",
  ),
];

const openings: readonly Seed[] = [
  seed("🌅", "At sunrise {a} comes to {place} with one suitcase and the wrong address."),
  seed(
    "🔦",
    "{A} finds something glowing {here}, and somebody else has already come looking for it.",
  ),
  seed("📦", "A parcel without a sender waits for {a}. Inside, something is ticking."),
  seed("🌧️", "On a rainy evening {a} meets a stranger {here} who knows how the story ends."),
  seed("🏃", "{A} runs all the way to {place}, late for the most important day of the year."),
  seed("👂", "{A} overhears a conversation {here} that was meant for nobody's ears."),
  seed("🕰️", "Every clock stops {here} at the same minute, and only {a} notices."),
  seed("🎲", "{A} loses a bet and has to spend a night {here}."),
];

/** First ideas for a story of which nothing is known yet: somebody, somewhere, with a wish. */
const firstIdeas: readonly Seed[] = [
  seed(
    "🦊",
    "A young fox named Bramble finds a lantern in the old forest that lights only when somebody tells the truth.",
  ),
  seed(
    "🚀",
    "Captain Reyes answers a call for help from a ship that was scrapped a hundred years ago.",
  ),
  seed(
    "🔍",
    "Detective Marsh is hired to find a missing painting, and the client is the person in the painting.",
  ),
  seed(
    "🥐",
    "A baker in a small harbour town puts a secret into every loaf, until one is bought by the wrong customer.",
  ),
  seed("🐉", "A dragon who is afraid of fire asks the village blacksmith for lessons."),
  seed(
    "🌊",
    "A lighthouse keeper's daughter finds a message in a bottle that is addressed to her.",
  ),
  seed("🤖", "An old repair robot wakes in an empty city and waters the flowers on every balcony."),
  seed(
    "👵",
    "A grandmother and her grandson rebuild the motorcycle on which she once crossed the desert.",
  ),
  seed("🎻", "A street violinist plays one melody that makes strangers remember the same summer."),
  seed("🏰", "A princess swaps places with the castle's cook on the day of the royal visit."),
  seed("👻", "A shy ghost tries to make friends with the new family in the house on the hill."),
  seed(
    "🚂",
    "Two strangers share a compartment on the last night train, and each carries the other's suitcase.",
  ),
  seed(
    "🌱",
    "A girl plants a seed from her grandfather's coat pocket, and by morning it has reached the clouds.",
  ),
  seed("⚔️", "A retired knight opens a tea house, and on the first day her oldest enemy walks in."),
  seed("🐳", "A boy who has never spoken learns to sing from a whale in the bay."),
  seed("📚", "At midnight a librarian finds one book that is being written while she reads it."),
  seed(
    "🎪",
    "The circus arrives in a town where nobody has laughed since the clock tower stopped.",
  ),
  seed(
    "🛸",
    "An alien student lands in a school yard and wants to learn just one thing: how to play.",
  ),
];

/** Ideas for the next scene, or for the first one. */
export function writeSuggestions(facts: WriterFacts["suggestions"]): SuggestionsAnswer {
  const { story, opening, count } = facts;
  const chance = chanceFrom(
    ["ideas", facts.seed, story.title, story.description, story.scenes.length].join("\u0001"),
  );
  const wanted = Math.max(1, Math.min(5, Math.trunc(count)));
  const told = story.description.trim();
  const unknown = story.characters.length === 0 && !isEnglish(told);
  if (opening && (told.length < 10 || unknown))
    return { suggestions: chance.shuffle(firstIdeas).slice(0, wanted) };
  const genre = genreOf(told, `${story.title} ${story.tags.join(" ")}`);
  const words = wordsFor(facts, genre);
  const pool = opening
    ? [...chance.shuffle(openings), ...chance.shuffle(continuations)]
    : mixed(chance.shuffle(words.b ? pairContinuations : []), chance.shuffle(continuations));
  const suggestions = pool
    .slice(0, wanted)
    .map(({ text, emoji }) => ({ emoji, text: cutText(filled(text, words), 300) }));
  return { suggestions: chance.shuffle(suggestions) };
}

/** Two ideas about a pair, the rest about one. */
const mixed = (pairs: Seed[], singles: Seed[]): Seed[] => [...pairs.slice(0, 2), ...singles];

interface IdeaWords {
  a: string;
  b: string | null;
  here: string;
  place: string;
}

function wordsFor({ story, seed: salt }: WriterFacts["suggestions"], genre: Genre): IdeaWords {
  const chance = chanceFrom(`${salt}|${story.title}|${story.description}`);
  const reading = readPrompt(story.description, story, chance.fork("reading"));
  const known = story.characters.map(knownFigure);
  const cast = known.length > 0 ? known : reading.cast;
  const places = story.locations.map((one) => knownSetting(one, genre));
  const setting =
    places.length > 0
      ? chance.pick(places)
      : (reading.settings[0] ?? inventSetting(genre, "everyday", chance));
  return {
    a: cast[0]?.short ?? reading.hero.short,
    b: cast.length > 1 ? chance.pick(cast.slice(1)).short : null,
    here: setting.here,
    place: setting.phrase,
  };
}

const filled = (text: string, words: IdeaWords): string =>
  capitalise(
    text.replace(/\{(\w+)\}/gu, (_, slot: string) => {
      if (slot === "A") return capitalise(words.a);
      if (slot === "B") return capitalise(words.b ?? "somebody");
      if (slot === "b") return words.b ?? "somebody";
      if (slot === "a") return words.a;
      return slot === "here" ? words.here : words.place;
    }),
  );
