import type { PaintRequest } from "@/lib/ai/painter";
import { hash, random } from "./random";

/** What the painter understood of a request's words. */
export interface SceneReading {
  place: Place;
  air: "open" | "room" | "cave" | "underwater" | "space";
  time: "dawn" | "day" | "dusk" | "night";
  weather: "clear" | "cloudy" | "rain" | "snow" | "fog" | "storm" | "wind";
  props: PropName[];
  /** Snow lies on the ground. */
  wintry: boolean;
  /** Somebody is talking to somebody. */
  talking: boolean;
  /** Fast movement or a shock: speed lines where the style has them. */
  dramatic: boolean;
}

const places = {
  underwater:
    /\b(under ?water|under the sea|seabed|sea ?floor|ocean floor|coral|reef|sunken|atlantis|mermaid)\b/gi,
  ship: /\b(space ?ship|star ?ship|space station|cockpit|bridge of the ship|airlock|engine room|control room|command deck|submarine)\b/gi,
  space:
    /\b(outer space|deep space|space(?!-|\s?(?:ship|suit|station|craft))|orbit|asteroids?|galaxy|nebula|among the stars|space walk|cosmos)\b/gi,
  planet:
    /\b(alien (planet|world|landscape)|planet|mars|martian|moon base|lunar|moonscape|strange world)\b/gi,
  cave: /\b(caves?|cavern|grotto|mines?|mine shaft|tunnels?|underground|catacombs?|sewers?|lair)\b/gi,
  dungeon: /\b(dungeon|prison|cell|crypt|torture|jail)\b/gi,
  rooftop: /\b(roof ?tops?|on the roof|roofs)\b/gi,
  alley: /\b(alleys?|alley ?ways?|back ?street|backstreets|side street)\b/gi,
  market: /\b(markets?|bazaar|market ?place|fair|stalls?|carnival|festival)\b/gi,
  lighthouse: /\b(light ?house|cliffs?|headland)\b/gi,
  harbour: /\b(harbou?rs?|docks?|port|pier|quay|marina|wharf|jetty)\b/gi,
  beach: /\b(beach|shore|sea ?shore|coast|sand ?bar|island|lagoon|tropical)\b/gi,
  sea: /\b(sea|ship|boat|ferry|trawler|raft|yacht|galleon|ocean|open water|waves|at sea|deck|sailing|pirate ship|aboard)\b/gi,
  river: /\b(river|lake|stream|waterfall|pond|creek|canal|riverbank)\b/gi,
  bridge: /\b(bridges?|viaduct|aqueduct)\b/gi,
  graveyard: /\b(grave ?yards?|cemetery|churchyard|tombs?|graves?|mausoleum|haunted)\b/gi,
  castle: /\b(castles?|fortress|citadel|palace|tower|keep|kingdom|ramparts?|battlements?)\b/gi,
  hall: /\b(throne room|great hall|ballroom|banquet|hall|temple|cathedral|church|chapel|museum|theat(?:re|er)|opera|stage)\b/gi,
  village: /\b(villages?|hamlet|town square|cottages?|small town|old town|town|settlement)\b/gi,
  farm: /\b(farms?|barn|fields?|wheat|orchard|vineyard|countryside|windmill|ranch|pasture|meadows?|prairie)\b/gi,
  desert:
    /\b(deserts?|dunes?|sahara|wasteland|badlands|canyon|oasis|wild west|savanna|pyramids?)\b/gi,
  mountains:
    /\b(mountains?|peaks?|summit|alps|alpine|cliffside|valley|hills?|hilltop|glacier|volcano)\b/gi,
  snowfield: /\b(snow ?field|arctic|antarctic|tundra|ice|frozen|polar|north pole)\b/gi,
  jungle: /\b(jungle|rain ?forest|swamp|marsh|bog|bayou|tropical forest)\b/gi,
  forest: /\b(forests?|woods?|woodland|grove|clearing|glade|trees)\b/gi,
  park: /\b(parks?|gardens?|courtyard|lawn|playground|greenhouse|back ?yard|terrace|picnic)\b/gi,
  ruins: /\b(ruins?|ancient temple|columns|stone circle|arena|colosseum|amphitheat(?:re|er))\b/gi,
  train: /\b(trains?|railway|carriage|subway|metro|tram|compartment|bus)\b/gi,
  library: /\b(librar(?:y|ies)|archives?|book ?(?:shop|store)|bookshelves|study|reading room)\b/gi,
  laboratory:
    /\b(lab|labs|laborator(?:y|ies)|experiments?|test tubes?|research (?:centre|center|station)|observatory)\b/gi,
  workshop:
    /\b(work ?shop|garage|forge|smithy|factory|warehouse|repair shop|watchmaker'?s?|inventor'?s|hangar|shed|attic|cellar|basement)\b/gi,
  school: /\b(schools?|classrooms?|academy|university|lecture|gym)\b/gi,
  cafe: /\b(caf[eé]s?|coffee ?(?:shop|house)|diner|restaurants?|bakery|tea ?(?:shop|room|house))\b/gi,
  tavern: /\b(taverns?|inn|pub|saloon|bar|night ?club|speakeasy)\b/gi,
  shop: /\b(shops?|stores?|boutique|pharmacy|pawn ?shop|supermarket|toy ?shop|flower ?shop)\b/gi,
  office:
    /\b(offices?|detective agency|police station|newsroom|headquarters|bank|agency|meeting room|hospital|clinic|ward)\b/gi,
  kitchen: /\b(kitchens?|dining room|pantry|stove|cooking|oven)\b/gi,
  bedroom: /\b(bed ?rooms?|nursery|dormitory|dorm|bed|hotel room)\b/gi,
  living:
    /\b(living ?rooms?|parlou?r|lounge|apartment|flat|sofa|home|house|cabin|room|fireplace|mansion|manor|indoors?)\b/gi,
  road: /\b(roads?|highway|crossroads|motorway|race ?track|trail|path)\b/gi,
  street:
    /\b(streets?|city|cit(?:y|ies)|downtown|avenue|boulevard|sidewalk|pavement|metropolis|skyscrapers?|urban|neighbou?rhood|traffic|plaza|square)\b/gi,
} satisfies Record<string, RegExp>;
export type Place = keyof typeof places;

/** Closed places; the sky shows through their windows only. */
const rooms = new Set<Place>([
  "dungeon",
  "hall",
  "train",
  "library",
  "laboratory",
  "workshop",
  "school",
  "cafe",
  "tavern",
  "shop",
  "office",
  "kitchen",
  "bedroom",
  "living",
]);

const times: [SceneReading["time"], RegExp][] = [
  [
    "night",
    /\b(night|nights|midnight|moonlit|moonlight|nocturnal|starry|starlit|after dark|full moon|under the stars|nighttime)\b/i,
  ],
  ["dusk", /\b(dusk|sunset|twilight|evening|golden hour|nightfall|setting sun|sundown)\b/i],
  ["dawn", /\b(dawn|sunrise|daybreak|early morning|first light|rising sun)\b/i],
  ["day", /\b(day|daylight|noon|midday|afternoon|sunny|morning|sunshine|bright|blue sky)\b/i],
];

const weathers: [SceneReading["weather"], RegExp][] = [
  ["clear", /\b(clear sk(?:y|ies)|bright sunshine|no wind|cloudless|black sky full of stars)\b/i],
  ["storm", /\b(storm\w*|thunder\w*|lightning|tempest|hurricane|downpour)\b/i],
  ["snow", /\b(snow\w*|blizzard|flurries)\b/i],
  ["rain", /\b(rain\w*|drizzle|puddles?)\b/i],
  ["fog", /\b(fog\w*|mist\w*|haz[ey]|smoky)\b/i],
  ["wind", /\b(winds?|windy|gale|gusts?|autumn leaves)\b/i],
  ["cloudy", /\b(cloudy|overcast|clouds|gr[ea]y sky)\b/i],
];

const props = {
  moon: /\bmoon\b/i,
  lantern: /\b(lanterns?|torch|torches|flashlight|oil lamp)\b/i,
  boat: /\b(boats?|row ?boat|canoe|raft|ship|yacht|sail ?boat|galleon|schooner)\b/i,
  car: /\b(cars?|taxi|cab|vehicle|truck|limousine|van|automobile)\b/i,
  bicycle: /\b(bicycles?|bikes?|cycling|motorbike|scooter)\b/i,
  robot: /\b(robots?|android|droid|automaton|drone)\b/i,
  dragon: /\b(dragons?|wyvern)\b/i,
  cat: /\b(cats?|kitten|kitty)\b/i,
  dog: /\b(dogs?|puppy|hound|wolf|wolves)\b/i,
  fox: /\b(fox|foxes)\b/i,
  birds:
    /\b(birds?|seagulls?|gulls|crows?|ravens?|pigeons?|doves?|swallows|parrot|eagle|flock|bats?)\b/i,
  owl: /\b(owls?)\b/i,
  horse: /\b(horses?|pony|unicorn|stallion)\b/i,
  ghost: /\b(ghosts?|spirit|phantom|spectre|specter)\b/i,
  book: /\b(books?|diary|tome|journal|grimoire|spell ?book|notebook)\b/i,
  letter: /\b(letters?|envelope|note|invitation|message|scroll|parchment)\b/i,
  map: /\b(maps?|chart|blueprint)\b/i,
  key: /\b(keys?)\b/i,
  door: /\b(doors?|gates?|doorway|portal|entrance)\b/i,
  sword: /\b(swords?|blade|dagger|katana|knife)\b/i,
  umbrella: /\b(umbrellas?|parasol)\b/i,
  balloon: /\b(balloons?)\b/i,
  airship: /\b(airships?|zeppelin|blimp|hot[- ]air balloon)\b/i,
  rocket: /\b(rockets?|space ?ship|shuttle|star ?ship)\b/i,
  ufo: /\b(ufos?|flying saucer|alien ship)\b/i,
  plane: /\b(planes?|aeroplane|airplane|jet|biplane)\b/i,
  campfire: /\b(camp ?fire|bonfire|fire)\b/i,
  candle: /\b(candles?|candlelight)\b/i,
  chest: /\b(treasure|chest|crate|trunk|box)\b/i,
  clock: /\b(clocks?|watch|pocket ?watch|time machine|hourglass)\b/i,
  telescope: /\b(telescope|spyglass|binoculars)\b/i,
  flower: /\b(flowers?|roses?|bouquet|sunflowers?|blossoms?|tulips?)\b/i,
  mushroom: /\b(mushrooms?|toadstools?)\b/i,
  crystal: /\b(crystals?|gems?|jewels?|diamonds?|amulet|orb|glowing stone|ruby)\b/i,
  potion: /\b(potions?|elixir|vial|flask|bottle|cauldron)\b/i,
  cup: /\b(cups?|mugs?|coffee|tea|goblet)\b/i,
  cake: /\b(cakes?|pie|cookies?|bread|loaf|croissants?)\b/i,
  phone: /\b(phones?|smart ?phone|telephone|cell ?phone)\b/i,
  computer: /\b(computers?|laptop|screen|monitor|terminal)\b/i,
  camera: /\b(camera)\b/i,
  guitar: /\b(guitars?|violin|lute|fiddle)\b/i,
  crown: /\b(crowns?|tiara)\b/i,
  mask: /\b(masks?)\b/i,
  skull: /\b(skulls?|skeletons?|bones)\b/i,
  ring: /\b(rings?|necklace|pendant|locket|medallion)\b/i,
  tent: /\b(tents?|campsite)\b/i,
  statue: /\b(statues?|monument|fountain)\b/i,
  tree: /\b(tree|oak|willow)\b/i,
  bench: /\b(bench|benches)\b/i,
  compass: /\b(compass)\b/i,
  wand: /\b(wands?|magic staff|sceptre|staff)\b/i,
  footprints: /\b(foot ?prints?|tracks|paw ?prints?)\b/i,
  gear: /\b(gears?|cogs?|machine|engine|clockwork)\b/i,
  egg: /\b(eggs?)\b/i,
  paper: /\b(newspaper|papers?|photograph|photo|poster)\b/i,
} satisfies Record<string, RegExp>;
export type PropName = keyof typeof props;

const first = <T>(table: [T, RegExp][], text: string) =>
  table.find(([, words]) => words.test(text))?.[0];

const before =
  /\b(in|into|at|on|onto|inside|through|under|along|near|by|across|outside|beside|over|from|of)\s+(?:[\w'-]+\s+){0,4}$/i;

/** How strongly words speak of a place: "in the old forest" counts more than a mere mention. */
function weigh(text: string, words: RegExp): number {
  let score = 0;
  for (const match of text.matchAll(words)) {
    const lead = text.slice(Math.max(0, match.index - 44), match.index);
    score += before.test(lead) || lead.trim() === "" ? 2 : 0.7;
  }
  return Math.min(4, score);
}

function choosePlace(prompt: string, location: PaintRequest["location"]): Place | undefined {
  const [first = "", ...rest] = (location?.description ?? "").split(/(?<=[.!?])\s+/);
  let best: Place | undefined;
  let most = 0;
  for (const [place, words] of Object.entries(places) as [Place, RegExp][]) {
    const score =
      weigh(prompt, words) +
      weigh(location?.name ?? "", words) * 3 +
      weigh(first, words) * 1.6 +
      weigh(rest.join(" "), words) * 0.3;
    if (score > most) {
      best = place;
      most = score;
    }
  }
  return best;
}

const wayside: Place[] = ["street", "park", "village", "living", "mountains", "farm"];

function airOf(place: Place): SceneReading["air"] {
  if (rooms.has(place)) return "room";
  if (place === "ship") return "space";
  if (place === "cave" || place === "underwater" || place === "space") return place;
  return "open";
}

/** Things that a character's own description or a location's name mentions are no props. */
function withoutFigures(request: PaintRequest): string {
  let text = request.prompt;
  for (const figure of request.figures) {
    if (figure.description.length > 8) text = text.replaceAll(figure.description, " ");
    if (figure.name) text = text.replaceAll(figure.name, " ");
  }
  return text;
}

function readProps(text: string): PropName[] {
  return (Object.entries(props) as [PropName, RegExp][])
    .map(([name, words]) => ({ name, at: text.search(words) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at)
    .slice(0, 6)
    .map(({ name }) => name);
}

export function readScene(request: PaintRequest): SceneReading {
  const prompt = request.prompt;
  // Later sentences of a place tell what one hears and smells there: "no wind, no sound".
  const scenery = `${request.location?.name ?? ""}. ${(request.location?.description ?? "").split(/(?<=[.!?])\s/)[0]}`;
  const own = withoutFigures(request);
  // A place nobody names stays the same for the same location.
  const seed = request.location?.seed ?? `${request.kind}:${request.seed}`;
  const place =
    choosePlace(own, request.location) ?? wayside[hash(seed) % wayside.length] ?? "street";
  const chance = random(`time:${seed}`);
  const both = `${prompt} ${scenery}`;
  const noir = /noir/i.test(request.artStyle) && !rooms.has(place);
  const usual = noir
    ? "night"
    : place === "graveyard"
      ? "dusk"
      : request.location
        ? chance.pick(["day", "day", "day", "dawn", "dusk"] as const)
        : "day";
  const weather = first(weathers, prompt) ?? first(weathers, scenery) ?? "clear";
  return {
    place,
    air: airOf(place),
    time: first(times, prompt) ?? first(times, scenery) ?? usual,
    weather,
    props: readProps(own),
    wintry: place === "snowfield" || weather === "snow" || /\b(winter|icy|snowy)\b/i.test(both),
    talking:
      /\b(talk\w*|speak\w*|say\w*|ask\w*|tell\w*|whisper\w*|argu\w*|answer\w*|discuss\w*|convers\w*|chat\w*|greet\w*|repl\w*|explain\w*|facing each other)\b/i.test(
        prompt,
      ),
    dramatic:
      /\b(run|runs|running|chas\w+|leap\w*|jump\w*|fight\w*|attack\w*|explod\w*|explosion|crash\w*|race|races|racing|shout\w*|scream\w*|burst\w*|sudden\w*|shock\w*|dash\w*|flee\w*|charg\w+|falls?|falling)\b/i.test(
        prompt,
      ),
  };
}
