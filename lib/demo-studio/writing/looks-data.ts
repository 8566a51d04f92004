import type { Figure } from "./figures";
import type { Genre } from "./genres";

export const hairColours =
  "black|dark brown|chestnut brown|red|auburn|blonde|sandy blonde|honey blonde".split("|");
export const skins =
  "light skin with freckles|light skin|warm beige skin|olive skin|light brown skin|brown skin|dark brown skin|deep dark skin".split(
    "|",
  );
export const eyeColours = "brown|dark brown|hazel|grey|green|blue|amber".split("|");
/** `{c}` is the colour. */
export const cuts: Record<"female" | "male" | "neutral", string[]> = {
  female:
    "{c} hair in a long braid|a short {c} bob|loose {c} curls|{c} hair tied up in a bun|long, straight {c} hair|{c} hair in two braids|short, tousled {c} hair".split(
      "|",
    ),
  male: "cropped {c} hair|short {c} curls|{c} hair combed to one side|messy, shoulder-length {c} hair|short {c} locks".split(
    "|",
  ),
  neutral:
    "short, tousled {c} hair|{c} hair in a ponytail|short {c} curls|shoulder-length {c} hair|{c} hair shaved at the sides".split(
      "|",
    ),
};

export const clothes: Record<Genre, string[]> = {
  children:
    "a mustard-yellow jumper, blue dungarees and red rubber boots|a green hooded jacket, a striped shirt and brown boots|a red coat with wooden buttons, grey leggings and a blue scarf".split(
      "|",
    ),
  noir: "a long grey trench coat, a white shirt, a loose black tie and a dark hat|a charcoal suit with a burgundy waistcoat and worn brown shoes|a black coat with a high collar, leather gloves and a dark green scarf".split(
    "|",
  ),
  space:
    "an orange flight suit with grey shoulder patches and heavy boots|a white pressure suit with blue stripes and a round collar|a dark blue overall with many pockets, a tool belt and silver boots".split(
      "|",
    ),
  fantasy:
    "a moss-green cloak over a brown tunic, leather belt and tall boots|a blue robe with silver hems and a leather satchel|a wine-red doublet, grey breeches and a short cape".split(
      "|",
    ),
  romance:
    "a navy peacoat, a cream jumper and dark jeans|a rust-red dress coat, a white blouse and ankle boots|an olive corduroy jacket, a light shirt and brown shoes".split(
      "|",
    ),
  history:
    "a linen shirt, a brown wool waistcoat and a leather apron|a dark blue woollen coat with brass buttons and worn boots|an ochre tunic, a rope belt and a grey cloak".split(
      "|",
    ),
  horror:
    "a grey knitted cardigan, a white shirt and dark trousers|a black raincoat, a wine-red scarf and laced boots|a faded green parka, jeans and muddy shoes".split(
      "|",
    ),
  sea: "a navy fisherman's jumper, an oilskin jacket in yellow and rubber boots|a striped shirt, a dark blue coat with brass buttons and canvas trousers|a red wool cap, a grey jumper and waxed trousers".split(
    "|",
  ),
  western:
    "a tan duster coat, a red neckerchief, a wide brown hat and dusty boots|a checked shirt, a leather waistcoat, blue trousers and spurred boots".split(
      "|",
    ),
  school:
    "a dark blue blazer, a white shirt and a yellow scarf|a green hoodie, jeans and red canvas shoes|a striped jumper, brown corduroy trousers and a big rucksack".split(
      "|",
    ),
  everyday:
    "a mustard-yellow cardigan, a white shirt and dark green trousers|a denim jacket, a red shirt and black trousers|a teal raincoat, grey trousers and brown boots|a plum-coloured jumper, blue jeans and white shoes".split(
      "|",
    ),
};

/** Clothes that belong to a calling, whatever the story. */
export const uniforms: Record<string, string> = {
  baker: "a white apron dusted with flour over a blue shirt with rolled-up sleeves",
  cook: "a white double-breasted jacket and a red neckerchief",
  chef: "a white double-breasted jacket and a tall white hat",
  astronaut: "a white pressure suit with orange stripes and a round helmet under one arm",
  cosmonaut: "an orange pressure suit with a white collar ring",
  pirate: "a long red coat with brass buttons, a white shirt and a black three-cornered hat",
  knight: "polished steel armour, a blue surcoat and a short grey cloak",
  king: "a deep red mantle with a white fur collar and a plain gold crown",
  queen: "a dark green gown with gold embroidery and a slender crown",
  princess: "a sky-blue gown, a short travelling cape and sturdy boots",
  prince: "a white doublet with gold buttons and a blue cape",
  wizard: "a midnight-blue robe with small silver stars and a pointed hat",
  witch: "a black dress with a violet shawl and a crooked pointed hat",
  keeper: "a navy jumper, an oilskin jacket in yellow and rubber boots",
  fisherman: "a navy jumper, yellow oilskins and a grey wool cap",
  sailor: "a striped shirt, a dark blue jacket and white trousers",
  doctor: "a white coat over a light blue shirt, a stethoscope in the pocket",
  nurse: "a pale blue uniform and a white cardigan",
  sheriff: "a tan duster coat, a brown hat and a tin star",
  samurai: "dark indigo armour over a grey kimono",
  viking: "a fur-trimmed cloak, a leather tunic and an iron helmet",
  monk: "a brown habit with a rope belt and sandals",
  librarian: "a moss-green cardigan, round glasses and dark trousers",
  farmer: "blue dungarees, a checked shirt and a straw hat",
  scientist: "a white laboratory coat over a burgundy jumper",
  mechanic: "a grease-stained grey overall and a red neckerchief",
  conductor: "a dark blue uniform with silver buttons and a peaked cap",
  clockmaker: "a brown waistcoat, a white shirt and a magnifying glass on a band",
  gardener: "a green apron, a checked shirt and a straw hat",
  magician: "a black tailcoat, a white shirt and a tall top hat",
  superhero: "a red suit with a yellow emblem and a short blue cape",
  blacksmith: "a leather apron, a linen shirt with rolled-up sleeves and heavy boots",
  vampire: "a black cape with a wine-red lining over an old-fashioned suit",
};

export const coats: Record<string, string> = {
  fox: "russet fur, a white chest and black paws",
  cat: "grey tabby fur and white paws|ginger fur with darker stripes|black fur and one white paw",
  dog: "shaggy brown fur and one floppy ear|short white fur with a black patch over one eye",
  wolf: "silver-grey fur, darker along the back",
  bear: "thick brown fur and round ears",
  rabbit: "soft grey fur, long ears and a white tail",
  mouse: "light brown fur, large round ears and a thin tail",
  owl: "speckled brown feathers and a pale heart-shaped face",
  crow: "glossy black feathers with a blue shine",
  raven: "glossy black feathers with a blue shine",
  penguin: "black and white feathers and a yellow stripe at the neck",
  horse: "a chestnut coat, a dark mane and a white blaze",
  whale: "dark blue-grey skin, scarred and pale below",
  turtle: "a mossy green shell and wrinkled olive skin",
  elephant: "wrinkled grey skin and short white tusks",
  lion: "golden fur and a thick brown mane",
  tiger: "orange fur with black stripes",
  hedgehog: "brown spines and a pale pointed face",
  squirrel: "red-brown fur, tufted ears and a bushy tail",
  frog: "smooth bright green skin and a pale yellow belly",
  duck: "white feathers and an orange bill",
  dragon:
    "moss-green scales, small curved horns and copper-coloured wings|deep red scales, golden spines and leathery wings",
  unicorn: "a white coat, a silver mane and a spiralled horn",
  ghost: "a pale, half-transparent shape with trailing edges",
  mermaid: "a long tail of green and silver scales and wet dark hair",
  alien: "smooth teal skin, three fingers on each hand and a tall head",
  goblin: "mottled green skin, long ears and a crooked nose",
  troll: "stone-grey skin, mossy shoulders and a broad nose",
  giant: "a broad face, a tangled brown beard and enormous hands",
  fairy: "translucent wings, pointed ears and short copper hair",
  monster: "shaggy violet fur, two small horns and very large hands",
  robot:
    "dented copper plating, round lamp eyes and rubber-jointed arms|white enamelled panels, a single blue lens and thin jointed legs|rust-red plates, a barrel-shaped body and caterpillar tracks",
};

export const accents =
  "a green scarf|a small red neckerchief|a blue knitted cap|a tiny brass bell on a ribbon|a yellow satchel".split(
    "|",
  );

export const ages: Record<Figure["age"], string[]> = {
  child: ["of about eight", "of about nine", "of about ten"],
  teenager: ["of about fifteen", "of about sixteen"],
  young: ["in {their} early twenties", "in {their} mid-twenties"],
  grown: ["in {their} late thirties", "in {their} mid-thirties", "in {their} forties"],
  old: ["of about seventy", "in {their} late sixties"],
};

export const nouns: Record<Figure["age"], Record<Figure["gender"], string>> = {
  child: { female: "girl", male: "boy", neutral: "child" },
  teenager: { female: "teenage girl", male: "teenage boy", neutral: "teenager" },
  young: { female: "young woman", male: "young man", neutral: "young adult" },
  grown: { female: "woman", male: "man", neutral: "adult" },
  old: { female: "old woman", male: "old man", neutral: "elderly adult" },
};
