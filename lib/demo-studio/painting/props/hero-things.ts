import { drawHandheld } from "./hand";
import type { Hero } from "./hero";
import {
  bread,
  bucket,
  card,
  chair,
  clock,
  cup,
  gate,
  glassCup,
  hourglass,
  kettle,
  key,
  paperPlane,
  ribbon,
  sack,
  scales,
  suitcase,
  telephone,
} from "./hero-house";
import {
  apple,
  beetle,
  cairn,
  dragonfly,
  egg,
  feather,
  footprint,
  leaf,
  lizard,
  oranges,
  ripples,
  shell,
  web,
} from "./hero-nature";
import {
  chest,
  compass,
  crown,
  gauge,
  gears,
  mask,
  ring,
  rope,
  skull,
  wheel,
} from "./hero-treasure";
import { mushroomTree } from "./trees";
import { rocket, rowboat } from "./vessels";

const held =
  (name: Parameters<typeof drawHandheld>[1], y: number, scale = 1.5, turn = 0): Hero =>
  (pen) =>
    pen.within(0, y, scale, () => drawHandheld(pen, name), false, turn);

const heroes: [RegExp, Hero][] = [
  [/\b(?:sacks?|bags? of|flour)\b/, sack],
  [/\b(?:doors?|gates?|portal)\b/, gate],
  [/\b(?:ropes?|knot(?:ted)?)\b/, rope],
  [/\b(?:shells?)\b/, shell],
  [/\b(?:feathers?)\b/, feather],
  [/\b(?:foot ?prints?|tracks|paw ?prints?)\b/, footprint],
  [/\b(?:paper plane)\b/, paperPlane],
  [/\b(?:spider|web)\b/, web],
  [/\b(?:hour ?glass)\b/, hourglass],
  [/\b(?:clocks?|watch|hands have stopped)\b/, clock],
  [/\b(?:keys?)\b/, key],
  [/\b(?:suit ?cases?|luggage|bag)\b/, suitcase],
  [/\b(?:chest|trunk|treasure|box|crate)\b/, chest],
  [/\b(?:oranges?)\b/, oranges],
  [/\b(?:apples?)\b/, apple("#c8352e")],
  [/\b(?:dough|bread|loaf|cakes?|pie|cookies?|flour)\b/, bread],
  [/\b(?:kettle|teapot|pot)\b/, kettle],
  [/\b(?:wheel|spoke|helm)\b/, wheel],
  [/\b(?:telephone|receiver)\b/, telephone],
  [/\b(?:bucket|pail|watering can)\b/, bucket],
  [/\b(?:scales)\b/, scales],
  [/\b(?:cairn|pebbles?|stones?)\b/, cairn],
  [/\b(?:rings spreading|drop|puddle|bubble|ripples?)\b/, ripples],
  [/\b(?:ladybird|beetle|insect|bug)\b/, beetle],
  [/\b(?:lizard)\b/, lizard],
  [/\b(?:dragonfly|butterfly|moth)\b/, dragonfly],
  [/\b(?:crown(?:-shaped)?|tiara)\b/, crown],
  [/\b(?:masks?)\b/, mask],
  [/\b(?:wedding|gold(?:en)?|engagement|magic) ring|amulet|locket|necklace|\ba ring\b/, ring],
  [/\b(?:compass)\b/, compass],
  [/\b(?:gears?|cogs?|machine|clockwork|engine)\b/, gears],
  [/\b(?:eggs?)\b/, egg],
  [/\b(?:skulls?|skeleton|bones?)\b/, skull],
  [/\b(?:needle|dial|gauge|switch|red light|lens)\b/, gauge],
  [/\b(?:chair|seat|swing)\b/, chair],
  [/\b(?:glass|ice|liquid)\b/, glassCup],
  [/\b(?:cups?|mugs?|coffee|tea|saucer|spoons?)\b/, cup],
  [/\b(?:cards?|tickets?)\b/, card],
  [/\b(?:ribbon|thread|curtain)\b/, ribbon],
  [/\b(?:leaf|leaves|grass|reed|branch)\b/, leaf("#c9793a")],
  [/\b(?:mushrooms?)\b/, (pen, random) => pen.within(0, 0, 24, () => mushroomTree(pen, random))],
  [/\b(?:rocket|space ?ship)\b/, (pen) => pen.within(0, 0, 13, () => rocket(pen, false))],
  [/\b(?:boats?|ship)\b/, (pen) => pen.within(0, -4, 20, () => rowboat(pen))],
  [/\b(?:lanterns?|torch(?:es)?|lamp)\b/, held("lantern", -42, 1.5)],
  [/\b(?:books?|diary|tome|journal|pages?)\b/, held("book", -22, 1.7)],
  [
    /\bletters?|envelope|note|message|paper|photo(?:graph)?|scroll|newspaper\b/,
    held("letter", -18, 2, -6),
  ],
  [/\b(?:maps?|chart)\b/, held("map", -20, 1.8)],
  [/\b(?:swords?|blade|dagger|knife)\b/, held("sword", -14, 0.9, 42)],
  [/\b(?:wands?|staff)\b/, held("wand", -20, 0.8, 40)],
  [/\b(?:umbrella)\b/, held("umbrella", -10, 0.75)],
  [/\b(?:flowers?|rose|blossom|petal)\b/, held("flower", -14, 2.2)],
  [/\b(?:phone)\b/, held("phone", -14, 2.2)],
  [/\b(?:crystals?|gem|jewel|diamond|orb|stone)\b/, held("crystal", -8, 2)],
  [/\b(?:potion|flask|vial|bottle)\b/, held("potion", -26, 2.1)],
  [/\b(?:camera)\b/, held("camera", -14, 2.2)],
  [/\b(?:balloons?)\b/, held("balloon", 30, 0.8)],
  [/\b(?:candles?)\b/, held("candle", -6, 2)],
  [/\b(?:telescope|spyglass)\b/, held("telescope", -14, 1.5)],
  [/\b(?:guitar|violin)\b/, held("guitar", -22, 1)],
];

/** The thing that a prompt's words put in the middle, or undefined. */
export const heroIn = (prompt: string): Hero | undefined => {
  // "Detail in the bar at night: a card on the counter" is about the card.
  const text = prompt.toLowerCase().replace(/^detail[^:]*:/, "");
  const found = heroes
    .map(([words, draw]) => ({ draw, at: text.search(words) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at)[0];
  return found?.draw;
};

/** What stands for a place when a detail is asked for and no thing is named. */
export const usualHeroes: readonly Hero[] = [
  held("lantern", -42, 1.5),
  key,
  clock,
  compass,
  held("book", -22, 1.7),
  chest,
  cup,
  held("letter", -18, 2, -6),
];
