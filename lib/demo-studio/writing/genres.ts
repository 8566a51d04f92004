/** What kind of story it is; colours clothes, defaults and turns of phrase. */
export type Genre =
  | "children"
  | "noir"
  | "space"
  | "fantasy"
  | "romance"
  | "history"
  | "horror"
  | "sea"
  | "western"
  | "school"
  | "everyday";

const signs: [Genre, RegExp][] = [
  [
    "noir",
    /\b(?:noir|detective|inspector|murder|crime|case|suspect|gangster|mob|alibi|femme|private eye|heist|burglar|blackmail)\w*/giu,
  ],
  [
    "space",
    /\b(?:space\w*|planets?|(?:on|to|the frozen|strange) (?:the )?moon|moons|moon base|mars|stars?hip|astronauts?|cosmonauts?|aliens?|galax\w+|orbit\w*|android|cyber\w*|sci-?fi|science fiction|asteroid|airlock|laser|hologram|cryosleep|hyperspace|warp drive|commander|rocket|futur\w+)\b/giu,
  ],
  [
    "fantasy",
    /\b(?:dragons?|wizards?|witch\w*|magic\w*|spell|elf|elves|dwar\w+|fair(?:y|ies)|kingdom|knights?|swords?|enchant\w*|curse\w*|unicorn|goblins?|trolls?|potion|castle|princess|prophecy|quest|fantasy|phoenix|mermaid)\b/giu,
  ],
  [
    "horror",
    /\b(?:ghosts?|haunt\w*|vampires?|zombies?|blood\w*|horror|scream\w*|grave\w*|demon\w*|nightmare|monster|possessed|corpse|dread)\b/giu,
  ],
  [
    "romance",
    /\b(?:love\w*|kiss\w*|romance|romantic|date|heart|married|marry|wedding|broke up|flirt\w*|valentine)\b/giu,
  ],
  [
    "western",
    /\b(?:cowboys?|sheriff|saloon|outlaws?|western|ranch|stagecoach|prospector|bounty)\b/giu,
  ],
  [
    "sea",
    /\b(?:pirates?|sailors?|lighthouse|harbou?r|whales?|captain|ship|sail\w*|fisherm[ae]n|mermaid|island|ferry|pier|treasure)\b/giu,
  ],
  [
    "history",
    /\b(?:1[0-9]{3}|18th|17th|16th|19th|medieval|roman|rome|viking\w*|samurai|ancient|victorian|empire|emperor|revolution|war|soldiers?|king's|pharaoh|egypt|renaissance|century|musket|blacksmith)\b/giu,
  ],
  [
    "school",
    /\b(?:school\w*|class(?:room|mate)?s?|students?|teacher|homework|exam|pupil|campus|lesson)\b/giu,
  ],
  [
    "children",
    /\b(?:bedtime|bunny|teddy|kids?|kitten|puppy|bear|fox|rabbit|mouse|hedgehog|owl|duckling|toys?|children|snowman|balloon|squirrel|friendship)\b/giu,
  ],
];

/** The genre that most words speak for. What the scene itself says counts three times the story's. */
export function genreOf(scene: string, story: string): Genre {
  let best: Genre = "everyday";
  let most = 0;
  for (const [genre, pattern] of signs) {
    const score =
      3 * (scene.match(pattern)?.length ?? 0) + Math.min(3, story.match(pattern)?.length ?? 0);
    if (score > most) {
      best = genre;
      most = score;
    }
  }
  return best;
}
