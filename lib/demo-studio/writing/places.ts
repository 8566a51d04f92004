/** What the demo writer knows about kinds of places: words that name them and how they look. */
export interface PlaceKind {
  kind: string;
  /** Head nouns that name such a place. */
  words: string;
  indoors: boolean;
  /** How it is named when the author names none. */
  name: string;
  /** What stands in front of it. */
  preposition: "in" | "on" | "at" | "by";
  look: readonly string[];
  /** A still detail for a panel without people. */
  details: readonly string[];
  /** What one hears, smells or feels there: whole sentences. */
  senses: readonly string[];
}

const place = (
  kind: string,
  words: string,
  where: PlaceKind["preposition"],
  outdoors: "outdoors" | "indoors",
  name: string,
  look: string,
  details: string,
  senses: string,
): PlaceKind => ({
  kind,
  words,
  preposition: where,
  indoors: outdoors === "indoors",
  name,
  look: look.split("|"),
  details: details.split("|"),
  senses: senses.split("|"),
});

export const placeKinds: readonly PlaceKind[] = [
  // biome-ignore format: one place is one block of five lines
  place("forest", "forest wood woods grove jungle rainforest thicket clearing woodland glade", "in", "outdoors", "the forest",
    "tall mossy trunks, knee-high ferns and a narrow path of brown needles|crooked oaks with silver bark, thick roots and a carpet of fallen leaves|slender birches, pale green undergrowth and a fallen trunk full of mushrooms",
    "a single leaf turning on a thread of spider silk|fresh footprints in the moss|a beetle crossing a fallen branch",
    "The air smells of wet bark and mushrooms.|Somewhere high up a branch creaks.|Every step is swallowed by the moss."),
  // biome-ignore format: one place is one block of five lines
  place("harbour", "harbour harbor dock docks pier quay port wharf jetty marina shipyard", "at", "outdoors", "the harbour",
    "weathered planks, coiled ropes and fishing boats in faded red and blue|stone quays with iron bollards, stacked crates and a crane against the sky|a long wooden jetty, nets hung to dry and gulls on every post",
    "a knotted rope dripping into dark water|a gull on a post, staring|a lantern swinging from a mast",
    "The air smells of salt and tar.|Rigging taps against the masts.|Water slaps at the stones below."),
  // biome-ignore format: one place is one block of five lines
  place("lighthouse", "lighthouse beacon", "at", "outdoors", "the lighthouse",
    "a white tower with one red band on black rocks, a small door and a gallery of iron around the lamp|a round tower of grey stone, salt-stained windows and a spiral stair inside",
    "the great lens, dust on every prism|the worn brass rail of the spiral stair",
    "The wind hums in the gallery's iron rail.|Far below the sea breaks on the rocks."),
  // biome-ignore format: one place is one block of five lines
  place("sea", "sea ocean atlantic pacific mediterranean bay lagoon reef coast shore beach island cove sand dunes cliff cliffs", "by", "outdoors", "the shore",
    "long grey-green waves, wet sand and a line of foam|dark rocks, tide pools and a wide horizon|pale dunes with tufts of grass and a strip of blue water",
    "a shell half buried in wet sand|foam running back over dark stones|a feather caught in seaweed",
    "The waves come in, one after another, in no hurry.|The wind tastes of salt.|Gulls quarrel over the tide line."),
  // biome-ignore format: one place is one block of five lines
  place("ship", "ship boat deck vessel submarine ferry raft yacht galleon cabin trawler canoe", "on", "outdoors", "the ship",
    "scrubbed planks, a thick mast, coiled ropes and a brass-bound wheel|a narrow deck, patched brown sails and barrels lashed to the rail",
    "a hand-worn spoke of the wheel|a cup sliding slowly along a tilting table",
    "The planks creak with every swell.|Canvas snaps overhead."),
  // biome-ignore format: one place is one block of five lines
  place("street", "street alley city town road avenue lane square crossroads pavement sidewalk downtown plaza neighbourhood neighborhood boulevard rooftops block", "in", "outdoors", "the street",
    "narrow brick houses, wet cobblestones and a row of iron lamps|tall facades with fire escapes, awnings and lit windows|crooked houses in ochre and rose, washing lines and a small fountain",
    "a puddle holding a whole lamp-post upside down|a torn ticket turning in the gutter|a cat watching from a window-sill",
    "Somewhere a tram bell rings twice.|The pavement still gives back the heat of the day.|Footsteps echo between the houses."),
  // biome-ignore format: one place is one block of five lines
  place("cafe", "café cafe coffeehouse coffeeshop teahouse teashop bistro diner restaurant", "in", "indoors", "the café",
    "small round tables, mismatched chairs, a brass coffee machine and tall windows|a long counter with cakes under glass, green lamps and a chalked-over wall of shelves",
    "two spoons in one saucer|steam curling from a cup nobody has touched|a ring of coffee on a paper napkin",
    "It smells of coffee and warm sugar.|Cups clink behind the counter.|The door bell gives a small, bright ring."),
  // biome-ignore format: one place is one block of five lines
  place("bar", "bar pub tavern saloon inn speakeasy nightclub casino", "in", "indoors", "the bar",
    "a dark wooden counter, bottles glowing amber and low lamps over worn stools|heavy beams, barrels along the wall and a fire in a wide hearth",
    "a glass with one melting cube of ice|a card lying face down on the counter",
    "Somebody is picking at a piano in the back.|The room smells of wood smoke and spilled beer."),
  // biome-ignore format: one place is one block of five lines
  place("kitchen", "kitchen bakery pantry", "in", "indoors", "the kitchen",
    "copper pans on hooks, a flour-dusted table and a wide old oven|yellow tiles, herbs in jars on the sill and a big scrubbed table",
    "a thumbprint in soft dough|a kettle just before it whistles|flour hanging in a beam of light",
    "It smells of butter and cinnamon.|The oven ticks as it warms.|A kettle begins to sing."),
  // biome-ignore format: one place is one block of five lines
  place("house", "house home room bedroom cottage apartment flat parlour parlor hallway mansion hut bathroom living-room porch stairs staircase lounge villa manor hotel lobby guesthouse hostel", "in", "indoors", "the house",
    "a worn armchair, a patterned rug, books in uneven piles and one tall window|low beams, whitewashed walls, a blue cupboard and a stove in the corner|wooden stairs, a row of coats and a lamp with a yellow shade",
    "a clock whose hands have stopped|a key on a nail by the door|a curtain lifting in a draught",
    "A floorboard complains.|A clock ticks in the next room.|The house settles, the way old houses do."),
  // biome-ignore format: one place is one block of five lines
  place("attic", "attic loft cellar basement garage shed barn stable workshop treehouse warehouse", "in", "indoors", "the attic",
    "dusty beams, old trunks, a cracked mirror and one small round window|a workbench, hanging tools, jars of screws and a bare bulb|boards with light between them, hay, ropes and a ladder",
    "dust turning in a narrow beam of light|a trunk with a broken lock|a spider's web across a rusty key",
    "It smells of dust and old paper.|Something small scurries behind the boards."),
  // biome-ignore format: one place is one block of five lines
  place("garden", "garden park orchard meadow field lawn backyard yard playground greenhouse hill hills pasture", "in", "outdoors", "the garden",
    "high hedges, a gravel path, roses and an old bench|tall grass full of poppies, one crooked apple tree and a wooden gate|vegetable beds, a tin watering can and a wall covered in ivy",
    "a ladybird climbing a blade of grass|an apple that has just fallen|a swing moving with nobody on it",
    "Bees are busy in the lavender.|The grass is still wet.|A blackbird sings as if it were paid for it."),
  // biome-ignore format: one place is one block of five lines
  place("school", "school classroom schoolyard university college academy gym campus dormitory", "at", "indoors", "the school",
    "rows of scratched desks, a green board, tall windows and a globe|a long corridor of lockers, shiny floor and a noticeboard without notices",
    "a paper plane under a desk|chalk dust on a sleeve",
    "A bell rings somewhere down the corridor.|Forty shoes squeak on the same floor."),
  // biome-ignore format: one place is one block of five lines
  place("library", "library bookshop bookstore archive archives museum gallery", "in", "indoors", "the library",
    "shelves up to the ceiling, a rolling ladder, green lamps and long oak tables|narrow aisles of leather spines, a spiral stair and coloured light from a high window",
    "a book standing one finger too far out|a pressed flower between two pages",
    "It is so quiet that pages can be heard turning.|It smells of paper and floor wax."),
  // biome-ignore format: one place is one block of five lines
  place("office", "office bank courtroom court newsroom headquarters precinct", "in", "indoors", "the office",
    "a heavy desk, slatted blinds, a filing cabinet and a desk lamp|rows of grey desks, a humming lamp and a view over roofs",
    "striped light on an empty chair|a telephone, about to ring",
    "A fan turns without cooling anything.|Somewhere a telephone rings and is not answered."),
  // biome-ignore format: one place is one block of five lines
  place("station", "station train platform railway carriage subway metro tram bus airport tunnel", "at", "indoors", "the station",
    "an arched iron roof, long platforms, a round clock and steam in the light|worn red seats, brass racks and fields sliding past the window",
    "a suitcase standing alone|a clock one minute before the hour",
    "A whistle blows, far down the line.|The rails begin to hum."),
  // biome-ignore format: one place is one block of five lines
  place("elevator", "elevator lift", "in", "indoors", "the elevator",
    "brushed steel walls, a column of round buttons and one tired lamp|dark panelling, a folding brass gate and a dial above the door",
    "a button that stays lit|a dial stuck between two floors",
    "The cable ticks, somewhere above.|The lamp hums and thinks about it."),
  // biome-ignore format: one place is one block of five lines
  place("taxi", "taxi cab limousine", "in", "indoors", "the taxi",
    "a worn leather bench, a cracked rear-view mirror and streaked windows|yellow doors, a ticking meter and a small dancer on the dashboard",
    "a meter ticking over to the next number|two eyes in a rear-view mirror",
    "The wipers keep time.|The city slides past in streaks of light."),
  // biome-ignore format: one place is one block of five lines
  place("space station", "spaceship starship spacecraft station-in-orbit orbit shuttle bridge airlock cockpit spacestation capsule", "on", "indoors", "the ship",
    "curved white walls, amber lights, floating cables and one wide window on the stars|dark consoles with small green lights, two worn seats and a planet turning below",
    "a pen turning slowly in the air|a single red light among the green ones|a planet's rim, thin and blue",
    "The air pumps hum their one note.|Nothing outside makes a sound.|Metal ticks as it cools."),
  // biome-ignore format: one place is one block of five lines
  place("planet", "planet moon mars asteroid crater space galaxy nebula venus jupiter", "on", "outdoors", "the plain",
    "rust-red dust, black boulders and two small moons over the horizon|blue-white ice, long cracks and a huge ringed planet in the sky",
    "one clear footprint in the dust|a stone that throws two shadows",
    "There is no wind here, and no sound.|Dust rises with each step and takes its time to fall."),
  // biome-ignore format: one place is one block of five lines
  place("castle", "castle palace kingdom empire fortress tower dungeon court hall citadel battlements ruins ruin temple", "in", "indoors", "the castle",
    "grey stone walls, faded banners, high arches and torches in iron rings|a broad stair, coloured windows, long tables and a floor worn by centuries",
    "a torch burned down to a stump|a crown-shaped mark in the dust|a crack running down a carved face",
    "The stones keep the cold of a hundred winters.|Footsteps come back from the vaults."),
  // biome-ignore format: one place is one block of five lines
  place("village", "village farm farmhouse hamlet countryside mill windmill camp settlement ranch", "in", "outdoors", "the village",
    "thatched roofs, a well, a muddy lane and smoke from crooked chimneys|low stone houses, goats on a wall and fields beyond",
    "a bucket swinging over a well|a hen on somebody's doorstep",
    "Smoke hangs over the roofs.|A dog barks at nothing in particular."),
  // biome-ignore format: one place is one block of five lines
  place("market", "market bazaar shop store fair carnival fairground circus mall stall bookstall", "at", "outdoors", "the market",
    "striped awnings, baskets of fruit, copper pots and hanging lamps|crowded stalls, bolts of bright cloth, spices in sacks and pigeons underfoot",
    "three oranges rolling across the stones|a pair of scales, almost level",
    "Everybody is shouting a different price.|It smells of oranges and frying oil."),
  // biome-ignore format: one place is one block of five lines
  place("mountain", "mountain mountains alps himalayas andes summit peak ridge valley canyon glacier volcano slope gorge", "on", "outdoors", "the mountain",
    "bare grey rock, patches of snow and a path no wider than a boot|jagged peaks, a hanging bridge of rope and clouds below",
    "a small cairn of stones|a rope, frayed at one place",
    "The air is thin and very clean.|Pebbles click away into the depth."),
  // biome-ignore format: one place is one block of five lines
  place("ice", "iceberg icebergs ice-floe tundra antarctica arctic snowfield", "on", "outdoors", "the ice",
    "blue-white ice, a black sea and long low light|drifts of snow, a wide flat horizon and one lonely flag",
    "a crack running through clear ice|footprints filling with snow",
    "The ice groans, far down.|The cold has a taste, like iron."),
  // biome-ignore format: one place is one block of five lines
  place("cave", "cave cavern grotto catacombs catacomb crypt sewer sewers", "in", "indoors", "the cave",
    "wet walls, pale stalactites and a black pool without a ripple|rough-hewn rock, rotten props and veins of blue crystal",
    "a drop about to fall|old handprints on the rock",
    "Water drips, slowly, in the dark.|Every whisper comes back twice."),
  // biome-ignore format: one place is one block of five lines
  place("desert", "desert sahara oasis wasteland steppe savanna prairie plains plain outback", "in", "outdoors", "the desert",
    "long orange dunes, a white sky and one bleached tree|cracked yellow earth, red rock towers and shimmering heat",
    "a lizard on a hot stone|wind drawing lines in the sand",
    "The heat has a sound, a thin one.|The wind moves the sand, grain by grain."),
  // biome-ignore format: one place is one block of five lines
  place("river", "river stream lake pond waterfall swamp marsh bridge canal riverbank creek", "by", "outdoors", "the river",
    "slow brown water, reeds, willows and an old stone bridge|a still dark lake, a rotten landing stage and mist over the reeds",
    "rings spreading on still water|a dragonfly on a reed",
    "Frogs fall silent, one after the other.|The water talks to itself under the reeds."),
  // biome-ignore format: one place is one block of five lines
  place("laboratory", "laboratory lab factory observatory reactor hospital clinic", "in", "indoors", "the laboratory",
    "steel tables, glass vessels, coils of cable and a wall of dials|white tiles, humming cabinets and a round window",
    "a needle trembling just below the red|a bubble rising through green liquid",
    "Something hums just below hearing.|It smells of ozone and warm dust."),
  // biome-ignore format: one place is one block of five lines
  place("theatre", "theatre theater stage cinema opera concert arena stadium ballroom studio backstage", "in", "indoors", "the theatre",
    "red velvet curtains, gilded boxes, dusty boards and rows of empty seats|ropes and painted scenery, a single bare lamp and a scratched floor",
    "one chalk mark on the boards|a ribbon somebody dropped",
    "The boards creak at exactly the wrong moment.|Dust dances in the spotlight."),
  // biome-ignore format: one place is one block of five lines
  place("graveyard", "graveyard cemetery church chapel cathedral monastery abbey tomb grave battlefield", "at", "outdoors", "the old church",
    "leaning stones, black yews, an iron gate and a small grey church|tall narrow windows, worn pews and candles in red glass",
    "a fresh flower on an old stone|a candle that has just gone out",
    "The iron gate sings on its hinge.|Crows argue in the yews."),
  // biome-ignore format: one place is one block of five lines
  place("roof", "roof rooftop balcony terrace skyscraper penthouse", "on", "outdoors", "the rooftop",
    "tar paper, chimneys, a water tank on stilts and the city spread out below|a low wall, washing lines and a forest of aerials",
    "a pigeon on a warm chimney|the street, very far below",
    "The city murmurs below.|Up here there is always a little wind."),
] as const;

const byWord = new Map<string, PlaceKind>();
for (const kind of placeKinds) for (const word of kind.words.split(" ")) byWord.set(word, kind);

/** The kind of place that a noun names, plurals included. */
export function placeKindOf(word: string): PlaceKind | null {
  const lower = word.toLowerCase();
  return (
    byWord.get(lower) ??
    byWord.get(lower.replace(/s$/u, "")) ??
    byWord.get(lower.replace(/es$/u, "")) ??
    null
  );
}

export const isPlaceWord = (word: string): boolean => placeKindOf(word) !== null;

/** The first kind of place that a text names. */
export function placeKindIn(text: string): PlaceKind | null {
  for (const word of text.toLowerCase().match(/[\p{L}-]+/gu) ?? []) {
    const kind = placeKindOf(word);
    if (kind) return kind;
  }
  return null;
}
