/** Somebody or something that the story already knows. */
export interface KnownEntity {
  name: string;
  title: string;
  description: string;
  imagePrompt: string;
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
  scenes: { sceneNumber: number; title: string; description: string }[];
}

export interface WriterFacts {
  scene: { story: StoryFacts; prompt: string; maxPanels: number };
  suggestions: { story: StoryFacts; count: number; opening: boolean; seed: string };
  entities: { story: StoryFacts; description: string; maxCharacters: number; maxLocations: number };
  title: { story: StoryFacts; description: string };
  improve: { story: StoryFacts; text: string };
  character: { story: StoryFacts; description: string; context: string };
  location: { story: StoryFacts; description: string; context: string };
}
export type WriterTask = keyof WriterFacts;
export type ShotSize = "establishing" | "wide" | "full" | "medium" | "close-up" | "detail";
export type LineKind = "speech" | "thought" | "narration" | "subtitle";

/**
 * Reads the facts of a request back out of its prompt, as far as a model is told them: what
 * `lib/generation/text/prompts.ts` has rendered, the other way round.
 */
function part(prompt: string, tag: string): string {
  const open = `<${tag}>`;
  const start = prompt.indexOf(open);
  const end = prompt.indexOf(`</${tag}>`);
  return start < 0 || end < start ? "" : prompt.slice(start + open.length, end).trim();
}

/** Entries of a list, of which each may have several lines. */
function entries(text: string, mark: RegExp): string[] {
  const found: string[] = [];
  for (const line of text.split("\n")) {
    if (mark.test(line)) found.push(line.replace(mark, ""));
    else if (found.length > 0) found[found.length - 1] += `\n${line}`;
  }
  return found;
}

function entities(text: string): KnownEntity[] {
  return entries(text, /^- /).map((entry) => {
    const [, name = entry, title = "", description = ""] =
      /^(.+?)(?: \(([^)]*)\))?: ([\s\S]*)$/u.exec(entry) ?? [];
    return { name, title, description, imagePrompt: "" };
  });
}

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
    scenes: entries(part(prompt, "last-scenes"), /^(?=\d+\. )/).flatMap((entry) => {
      const [, number, title = "", description = ""] =
        /^(\d+)\. (.*?): ([\s\S]*)$/.exec(entry) ?? [];
      return number ? [{ sceneNumber: Number(number), title, description }] : [];
    }),
  };
}

const number = (text: string, pattern: RegExp, otherwise: number) =>
  Number(pattern.exec(text)?.[1] ?? otherwise);

export function factsOf(task: WriterTask, system: string, prompt: string): WriterFacts[WriterTask] {
  const story = storyOf(prompt);
  const request = part(prompt, "request");
  switch (task) {
    case "scene":
      return { story, prompt: request, maxPanels: number(system, /exactly (\d) panel/, 4) };
    case "suggestions":
      return {
        story,
        count: number(prompt, /Give exactly (\d+)/, 4),
        opening: /Give exactly \d+ openings/.test(prompt),
        seed: /This is set (.*); every set/.exec(prompt)?.[1] ?? "",
      };
    case "entities":
      return {
        story,
        description: request,
        maxCharacters: number(system, /at most (\d+) characters and/, 8),
        maxLocations: number(system, /characters and (\d+) locations/, 6),
      };
    case "improve":
      return { story, text: request };
    case "title":
      return { story, description: request };
    case "character":
    case "location":
      return { story, description: request, context: part(prompt, "context") };
  }
}
