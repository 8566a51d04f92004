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

/** What each task of the writer is about; the texts of a request are rendered from it. */
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
