/** Who or what somebody is, as far as words of the prompt tell. */
export type Gender = "female" | "male" | "neutral";
export type Age = "child" | "teenager" | "young" | "grown" | "old";
type Nature = "human" | "animal" | "robot" | "mythical";

export interface Role {
  /** Head noun: 'girl', 'detective', 'fox'. */
  noun: string;
  gender: Gender;
  age: Age;
  nature: Nature;
  /** What kind of creature a relative is: the mother of a bear. */
  species?: string;
  /** Form of address in front of a family name: 'Detective'. */
  rank: string | null;
}

const role = (
  nouns: string,
  gender: Gender,
  age: Age,
  nature: Nature = "human",
): [string, Role][] =>
  nouns
    .split(" ")
    .map((noun) => [noun, { noun, gender, age, nature, rank: ranks.get(noun) ?? null }]);

const ranks = new Map([
  ["detective", "Detective"],
  ["inspector", "Inspector"],
  ["captain", "Captain"],
  ["doctor", "Doctor"],
  ["professor", "Professor"],
  ["sheriff", "Sheriff"],
  ["commander", "Commander"],
  ["sergeant", "Sergeant"],
  ["general", "General"],
  ["admiral", "Admiral"],
]);

const known = new Map<string, Role>([
  ...role("girl daughter schoolgirl niece granddaughter", "female", "child"),
  ...role("boy son schoolboy nephew grandson", "male", "child"),
  ...role("kid child toddler pupil orphan twin sibling", "neutral", "child"),
  ...role("teenager teen student apprentice cadet classmate", "neutral", "teenager"),
  ...role(
    "woman lady wife bride mother mum mom aunt waitress actress widow nurse ballerina",
    "female",
    "grown",
  ),
  ...role("princess maiden girlfriend heroine sister", "female", "young"),
  ...role("queen empress duchess priestess sorceress", "female", "grown"),
  ...role("grandmother grandma granny nun", "female", "old"),
  ...role(
    "man guy husband groom father dad uncle waiter actor widower gentleman fisherman",
    "male",
    "grown",
  ),
  ...role("prince boyfriend squire brother", "male", "young"),
  ...role("king emperor duke priest monk count cowboy samurai viking blacksmith", "male", "grown"),
  ...role("grandfather grandpa hermit", "male", "old"),
  ...role(
    "detective inspector captain doctor professor sheriff commander sergeant general admiral",
    "neutral",
    "grown",
  ),
  ...role(
    "baker cook chef teacher librarian keeper gardener farmer sailor pirate pilot astronaut scientist engineer inventor painter artist musician violinist pianist singer dancer writer poet journalist reporter photographer lawyer judge thief burglar spy soldier knight guard hunter ranger explorer archaeologist merchant shopkeeper barista bartender innkeeper clockmaker watchmaker tailor carpenter mechanic plumber driver courier postman mailman printer cartographer beekeeper magician clown acrobat wrestler boxer runner cyclist swimmer surfer climber player coach champion rival stranger traveller traveler neighbour neighbor friend partner colleague boss mayor president butler servant maid nomad scholar translator gambler assassin warrior mercenary bandit outlaw rebel smuggler diver lifeguard firefighter policeman officer agent hacker programmer cosmonaut shepherd weaver potter juggler drummer guitarist composer conductor ferryman miner sculptor vampire zombie barber florist seamstress cellist owner host hostess landlord landlady clerk receptionist caretaker guide babysitter candidate collector tourist passenger",
    "neutral",
    "grown",
  ),
  ...role("elder wizard sage", "male", "old", "human"),
  ...role("witch", "female", "old", "human"),
  ...role(
    "hero superhero villain sorcerer lover wanderer person human someone player",
    "neutral",
    "young",
  ),
  ...role(
    "fox cat dog wolf bear rabbit hare mouse rat squirrel hedgehog badger otter owl crow raven sparrow penguin duck goose swan hen rooster parrot eagle hawk horse pony donkey cow pig goat sheep lamb deer stag moose lion tiger leopard panther elephant giraffe monkey gorilla panda koala kangaroo turtle tortoise frog toad lizard snake crocodile whale dolphin shark octopus fish seal crab snail bee butterfly ladybug spider bat kitten puppy cub hamster raccoon sloth beaver mole llama alpaca camel robin seagull gull pigeon chick duckling piglet foal dinosaur bird",
    "neutral",
    "young",
    "animal",
  ),
  ...role("robot android cyborg automaton drone machine bot", "neutral", "grown", "robot"),
  ...role(
    "dragon unicorn goblin troll ogre giant elf dwarf gnome fairy mermaid ghost spirit demon monster alien phoenix griffin golem yeti werewolf centaur snowman imp sprite angel djinn genie kraken",
    "neutral",
    "grown",
    "mythical",
  ),
]);

const irregular = new Map([
  ["children", "child"],
  ["women", "woman"],
  ["men", "man"],
  ["mice", "mouse"],
  ["wolves", "wolf"],
  ["thieves", "thief"],
  ["elves", "elf"],
  ["dwarves", "dwarf"],
  ["fishermen", "fisherman"],
  ["geese", "goose"],
  ["people", "person"],
  ["kitties", "kitten"],
  ["kitty", "kitten"],
  ["doggy", "dog"],
  ["bunny", "rabbit"],
  ["bunnies", "rabbit"],
  ["wives", "wife"],
  ["witches", "witch"],
]);

/** Singular of a role noun, or the word itself. */
export function singularOf(noun: string): string {
  const lower = noun.toLowerCase();
  const special = irregular.get(lower);
  if (special) return special;
  if (known.has(lower)) return lower;
  if (lower.endsWith("ies") && known.has(`${lower.slice(0, -3)}y`)) return `${lower.slice(0, -3)}y`;
  if (lower.endsWith("es") && known.has(lower.slice(0, -2))) return lower.slice(0, -2);
  if (lower.endsWith("s") && known.has(lower.slice(0, -1))) return lower.slice(0, -1);
  return lower;
}

/** The role that a noun names, plural forms included; null when it names no person or creature. */
export function roleOf(noun: string): Role | null {
  return known.get(singularOf(noun)) ?? null;
}

/** A role for a profession that the list does not have. */
export const actorRole = (noun: string): Role => ({
  noun,
  gender: "neutral",
  age: "grown",
  nature: "human",
  rank: null,
});

const ageWords: [RegExp, Age][] = [
  [/\b(?:old|elderly|aged|ancient|retired|grey-haired|gray-haired|white-haired)\b/iu, "old"],
  [/\b(?:little|small|tiny|baby|[5-9]-year-old|1[0-2]-year-old)\b/iu, "child"],
  [/\b(?:teenage|teenaged|adolescent|1[3-9]-year-old)\b/iu, "teenager"],
  [/\b(?:young|youthful)\b/iu, "young"],
];

/** Age told by the words around a role; its own where they tell none. */
export function ageFrom(words: string, otherwise: Age, nature: Nature): Age {
  const decade =
    /\bin (?:her|his|their) (?:\p{L}+[- ])?(twenties|thirties|forties|fifties|sixties|seventies|eighties|nineties)\b/iu.exec(
      words,
    )?.[1];
  if (decade)
    return ageOfYears(
      20 +
        10 *
          [
            "twenties",
            "thirties",
            "forties",
            "fifties",
            "sixties",
            "seventies",
            "eighties",
            "nineties",
          ].indexOf(decade.toLowerCase()),
    );
  const spelled = /\bof (twenty|thirty|forty|fifty|sixty|seventy|eighty|\d{2})\b/iu
    .exec(words)?.[1]
    ?.toLowerCase();
  if (spelled) {
    const tens = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty"].indexOf(
      spelled,
    );
    return ageOfYears(tens < 0 ? Number(spelled) : 20 + 10 * tens);
  }
  const years = /\b(\d{1,3})(?:[- ]years?[- ]old| years of age)/iu.exec(words);
  if (years?.[1]) return ageOfYears(Number(years[1]));
  for (const [pattern, age] of ageWords) {
    if (!pattern.test(words)) continue;
    // A little robot or a small fox is not a child, and a tiny old woman is old.
    if (age === "child" && (nature !== "human" || otherwise === "old")) continue;
    // A young girl stays a child, an old friend is not aged by the word.
    if (age === "young" && (otherwise === "child" || otherwise === "teenager")) return otherwise;
    return age;
  }
  return otherwise;
}

function ageOfYears(years: number): Age {
  if (years < 13) return "child";
  if (years < 20) return "teenager";
  if (years < 30) return "young";
  return years < 60 ? "grown" : "old";
}

/** Gender told by pronouns and nouns in a description. */
export function genderFrom(words: string): Gender {
  const count = (pattern: RegExp) => words.match(pattern)?.length ?? 0;
  const female = count(
    /\b(?:she|her|hers|herself|woman|girl|lady|mother|daughter|sister|queen|princess|female|wife|aunt|grandmother)\b/giu,
  );
  const male = count(
    /\b(?:he|him|his|himself|man|boy|gentleman|father|son|brother|king|prince|male|husband|uncle|grandfather)\b/giu,
  );
  if (female > male) return "female";
  return male > female ? "male" : "neutral";
}
