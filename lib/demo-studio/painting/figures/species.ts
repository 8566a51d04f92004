/** Who is not a person, by the words of a description. */
export type Species =
  | "human"
  | "robot"
  | "cat"
  | "dog"
  | "fox"
  | "rabbit"
  | "bear"
  | "dragon"
  | "bird"
  | "owl"
  | "ghost"
  | "mouse"
  | "horse"
  | "frog";

export type Age = "child" | "teen" | "adult" | "elder";

/** Animals that the studio has no drawing of stand in the shape that comes nearest. */
const species: [Species, RegExp][] = [
  ["robot", /\b(robot|android|droid|automaton|cyborg|machine man|mechanical)\b/],
  ["fox", /\b(fox|vixen|squirrel)\b/],
  ["cat", /\b(cat|kitten|feline|tomcat|tiger|panther|leopard)\b/],
  ["dog", /\b(dog|puppy|hound|wolf|terrier|retriever|corgi|werewolf)\b/],
  ["rabbit", /\b(rabbit|bunny|hare)\b/],
  ["mouse", /\b(mouse|rat|hamster|hedgehog|elephant)\b/],
  ["bear", /\b(bear|panda|teddy|lion|monster|yeti|gorilla|whale)\b/],
  ["dragon", /\b(dragon|dinosaur|wyvern|lizard|dragonling)\b/],
  ["owl", /\b(owl)\b/],
  ["bird", /\b(bird|raven|crow|parrot|pigeon|penguin|duck|chicken|hen|sparrow|gull|seagull)\b/],
  ["ghost", /\b(ghost|spirit|phantom|spectre|specter)\b/],
  ["horse", /\b(horse|pony|unicorn|donkey)\b/],
  ["frog", /\b(frog|toad|turtle)\b/],
];

const people =
  /\b(man|woman|boy|girl|lady|gentleman|person|human|guy|teen\w*|child|kid|wizard|witch|knight|captain|detective|king|queen|prince|princess|keeper|owner|trainer|hunter|rider|tamer|whisperer|inventor|doctor|professor|sailor|pirate|librarian|hair|wearing)\b/;

/** "A woman with a cat" is a woman; "a grey cat" and "a robot with a red scarf" are not. */
export function speciesOf(text: string): Species {
  const subject = text.slice(0, 90);
  const person = subject.search(people);
  const found = species
    .map(([kind, words]) => ({ kind, at: subject.search(words) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at)[0];
  if (!found) return "human";
  return person < 0 || found.at < person || found.kind === "robot" ? found.kind : "human";
}

/** Fur, feathers or metal where no colour is named. */
export const fur: Record<Species, readonly string[]> = {
  human: ["#c0a080"],
  robot: ["#9fb4c4", "#c9b48a", "#8fb7a6", "#d08f5a"],
  cat: ["#e0964a", "#6b6d78", "#f0e6d6", "#3a3740"],
  dog: ["#b98152", "#e8d2ae", "#5f4636", "#8f8f95"],
  fox: ["#d9722e"],
  rabbit: ["#e9dfd0", "#a98c70", "#8d8f98"],
  mouse: ["#a09a98", "#b58d66"],
  bear: ["#7a5236", "#4a3b36"],
  dragon: ["#4f9a5b", "#b5403a", "#4a74b8", "#7d55a6"],
  bird: ["#3f6fb0", "#d8a53a", "#3a3a44", "#c8453a"],
  owl: ["#9a7550", "#7f7468"],
  ghost: ["#eef3f6"],
  horse: ["#8a5a3a", "#e9e2d6"],
  frog: ["#6aa84f"],
};
