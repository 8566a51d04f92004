import type { LineKind, ShotSize } from "./request";

/** The shapes of the demo writer's answers, task by task, as its callers' schemas expect them. */
export interface ScriptLine {
  speaker: string | null;
  kind: LineKind;
  text: string;
}

export interface ScriptPanel {
  shot: ShotSize;
  characters: string[];
  location: string | null;
  imagePrompt: string;
  altText: string;
  lines: ScriptLine[];
}

export interface Sheet {
  name: string;
  title: string;
  description: string;
  imagePrompt: string;
}

export interface SceneAnswer {
  title: string;
  description: string;
  newCharacters: Sheet[];
  newLocations: Sheet[];
  panels: ScriptPanel[];
}

export interface EntitiesAnswer {
  newCharacters: Sheet[];
  newLocations: Sheet[];
}

export interface SuggestionsAnswer {
  suggestions: { text: string; emoji: string }[];
}

export interface TitleAnswer {
  title: string;
}

export interface ImproveAnswer {
  improvedText: string;
}
