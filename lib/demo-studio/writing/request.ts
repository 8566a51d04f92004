import { wholeWord } from "./english";

const part = (prompt: string, tag: string): string =>
  new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`).exec(prompt)?.[1]?.trim() ?? "";

/** Entries of a list, each of one or more lines. */
const entries = (text: string, mark: RegExp, shape: RegExp): string[][] => {
  const all = text.split(mark).slice(1);
  return all.flatMap((entry) => [shape.exec(entry.trimEnd()) ?? []]).filter((one) => one[1]);
};

const entities = (text: string) =>
  entries(text, /^- /mu, /^(.+?)(?: \(([^)]*)\))?: ([\s\S]*)$/u).map(
    ([, name = "", title = "", description = ""]) => ({ name, title, description }),
  );

export type Request = ReturnType<typeof requestOf>;
/** Facts of a story before a scene, and one of its entities. */
export type StoryFacts = Request["story"];
export type KnownEntity = StoryFacts["characters"][number];

/** A prompt with current names for former ones; one inside the current name stays. */
function withNewNames(told: string): string {
  const prompt = told.replace(/<renamed>[\s\S]*?<\/renamed>/u, "");
  return [...part(told, "renamed").matchAll(/^- (.+) → (.+)$/gmu)].reduce(
    (text, [, old = "", now = ""]) => {
      const either = `${wholeWord(now).source}|${wholeWord(old).source}`;
      return text.replace(new RegExp(either, "giu"), now);
    },
    prompt,
  );
}

/** The facts of a request, parsed from the prompt that the app rendered for a model. */
export function requestOf(system: string, told: string) {
  const prompt = withNewNames(told);
  const story = part(prompt, "story");
  const found = (text: string, pattern: RegExp) => pattern.exec(text)?.[1] ?? "";
  const field = (name: string) =>
    found(story, new RegExp(`(?:^|\\n)${name}: ([\\s\\S]*?)(?=\\n(?:About|Tags|Drawn in): |$)`));
  const scenes = entries(part(prompt, "last-scenes"), /^\d+\. /mu, /^(.*?): ([\s\S]*)$/u);
  const known = {
    title: field("Title"),
    description: field("About"),
    artStyle: field("Drawn in"),
    tags: field("Tags").split(", ").filter(Boolean),
    characters: entities(part(prompt, "known-characters")),
    locations: entities(part(prompt, "known-locations")),
    /** Names of the characters that the author chose for the scene. */
    cast: part(prompt, "cast").split("\n").filter(Boolean),
    /** Lines of earlier scenes, which must not be repeated. */
    said: part(prompt, "said-before").split("\n").filter(Boolean),
    scenes: scenes.map(([, title = "", description = ""]) => ({ title, description })),
  };
  return {
    story: known,
    text: part(prompt, "request"),
    places: part(prompt, "places").split("\n").filter(Boolean),
    context: part(prompt, "context"),
    count: Number(found(`${system}\n${prompt}`, /(?:Write|Give) exactly (\d+)/) || 4),
    opening: /Give exactly \d+ openings/.test(prompt),
    seed: found(prompt, /This is set (.*); every set/),
    maxCharacters: Number(found(system, /at most (\d+) characters and/) || 8),
    maxLocations: Number(found(system, /characters and (\d+) locations/) || 6),
  };
}
