/** Somebody or something that the story already knows, as far as a model is told of it. */
export interface KnownEntity {
  name: string;
  title: string;
  description: string;
}

/** What a story knows before a scene. */
export interface StoryFacts {
  title: string;
  description: string;
  artStyle: string;
  tags: string[];
  characters: KnownEntity[];
  locations: KnownEntity[];
  /** Earlier scenes in reading order, in short. */
  scenes: { title: string; description: string }[];
}

/** What a request asks, read back out of its prompt: what the app has told a model. */
export interface Request {
  story: StoryFacts;
  /** The author's own words; empty for ideas. */
  text: string;
  context: string;
  /** How many panels or ideas. */
  count: number;
  /** Ideas for a first scene. */
  opening: boolean;
  seed: string;
  maxCharacters: number;
  maxLocations: number;
}

function part(prompt: string, tag: string): string {
  const open = `<${tag}>`;
  const start = prompt.indexOf(open);
  const end = prompt.indexOf(`</${tag}>`);
  return start < 0 || end < start ? "" : prompt.slice(start + open.length, end).trim();
}

/** Entries of a list, of which each may have several lines. */
const entries = (text: string, mark: RegExp): string[] =>
  text.split("\n").reduce<string[]>((found, line) => {
    if (mark.test(line)) return found.concat(line.replace(mark, ""));
    return found.length > 0 ? found.with(-1, `${found.at(-1)}\n${line}`) : found;
  }, []);

const entities = (text: string): KnownEntity[] =>
  entries(text, /^- /).map((entry) => {
    const [, name = entry, title = "", description = ""] =
      /^(.+?)(?: \(([^)]*)\))?: ([\s\S]*)$/u.exec(entry) ?? [];
    return { name, title, description };
  });

function storyOf(prompt: string): StoryFacts {
  const story = part(prompt, "story");
  const field = (name: string) =>
    new RegExp(`(?:^|\\n)${name}: ([\\s\\S]*?)(?=\\n(?:About|Tags|Drawn in): |$)`).exec(
      story,
    )?.[1] ?? "";
  return {
    title: field("Title"),
    description: field("About"),
    artStyle: field("Drawn in"),
    tags: field("Tags").split(", ").filter(Boolean),
    characters: entities(part(prompt, "known-characters")),
    locations: entities(part(prompt, "known-locations")),
    scenes: entries(part(prompt, "last-scenes"), /^(?=\d+\. )/).map((entry) => {
      const [, title = "", description = ""] = /^\d+\. (.*?): ([\s\S]*)$/.exec(entry) ?? [];
      return { title, description };
    }),
  };
}

export function requestOf(system: string, prompt: string): Request {
  const number = (text: string, pattern: RegExp, usual: number) =>
    Number(pattern.exec(text)?.[1] ?? usual);
  return {
    story: storyOf(prompt),
    text: part(prompt, "request"),
    context: part(prompt, "context"),
    count: number(`${system}\n${prompt}`, /(?:Write|Give) exactly (\d+)/, 4),
    opening: /Give exactly \d+ openings/.test(prompt),
    seed: /This is set (.*); every set/.exec(prompt)?.[1] ?? "",
    maxCharacters: number(system, /at most (\d+) characters and/, 8),
    maxLocations: number(system, /characters and (\d+) locations/, 6),
  };
}
