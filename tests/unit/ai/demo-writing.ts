import { createDemoWriter } from "@/lib/demo-studio/writer";
import { renderPrompt } from "@/lib/generation/text/prompts";
import {
  answerSchemas,
  type StoryFacts,
  type WriterAnswer,
  type WriterFacts,
  type WriterTask,
} from "@/lib/generation/text/writer-tasks";
import { parseResponse } from "../../support/parse-response";

/** A new story, of which nothing is known yet. */
export const blank: StoryFacts = {
  title: "My New Story",
  description: "",
  artStyle: "",
  tags: [],
  characters: [],
  locations: [],
  scenes: [],
};

export const sheet = (
  name: string,
  title = "",
  description = `${name} has been here for long.`,
) => ({
  name,
  title,
  description,
  imagePrompt: "",
});

export const quick = createDemoWriter({ durationMs: 0 });

export async function ask<Task extends WriterTask>(task: Task, facts: WriterFacts[Task]) {
  const request = { task, ...renderPrompt(task, facts), schema: answerSchemas[task] };
  let text = "";
  for await (const chunk of quick.write(request)) text += chunk;
  return answerSchemas[task].parse(parseResponse(text)) as WriterAnswer<Task>;
}

export const scene = (
  prompt: string,
  maxPanels = 4,
  story = blank,
  more: { cast?: string[]; locations?: string[] } = {},
) => ask("scene", { story, prompt, maxPanels, ...more });
