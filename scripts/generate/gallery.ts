import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { demoPainter, demoWriter } from "../../lib/ai/demo.ts";
import { renderPrompt } from "../../lib/generation/text/prompts.ts";
import { answerSchemas } from "../../lib/generation/text/writer-tasks.ts";
import { artStyles } from "../../lib/stories/art-styles.ts";

/** Prompts that cover the whole range of the demo studio. */
const prompts = [
  "A girl who can talk to birds finds a broken robot in the attic.",
  "Two grandmothers argue over a recipe in a sunny kitchen.",
  "The postman runs from a small dog through the village on a rainy morning.",
  "An astronaut walks alone on a red planet and finds a door.",
  "The tram bell rings in the kitchen while Ida pours the tea.",
  'A detective in a trench coat waits under a street lamp at night in the rain. "You are late," he says.',
  "A young fox named Pip meets Captain Ines Verne in the old forest at dawn.",
  "A knight and a dragon share a picnic in front of the castle.",
  "Snow falls on the harbour at night; the lighthouse keeper lights the lamp.",
  "A robot teaches children to dance in the classroom.",
  "A crowd gathers in the market square when the clock stops.",
  "Close-up: Yuki is crying in the train at dusk.",
  "A mermaid sings to a diver under the sea near a sunken ship.",
  'The spaceship\'s crew sees a strange light through the cockpit window. "What is that?" asks Commander Okoro.',
  "A cat and an owl rob a bakery at midnight.",
  "Three friends run over the rooftops of the city while the storm comes.",
  "An old wizard shows his apprentice a glowing book in the library.",
  "A boy and his grandfather fish from a small boat on a foggy lake.",
  "A cowboy rides through the desert at sunset.",
  'A doctor and a nurse talk quietly in the hospital office. "Tell her tonight," says the doctor.',
  "The queen stands before her throne in the great hall and everyone kneels.",
  "A ghost plays the piano in the living room of an abandoned house at night.",
  "Two kids build a snowman in the park on a bright winter day.",
  "A farmer, her horse and a storm over the wheat field.",
];

/**
 * `npm run generate -- gallery [folder]`: the first three panels of each prompt as the demo studio
 * writes and draws them, with a page that shows them all, to compare the studio before and after a
 * change.
 */
export async function main(): Promise<void> {
  const folder = path.resolve(process.argv[2] ?? ".data/gallery");
  await mkdir(folder, { recursive: true });
  const [writer, painter] = [demoWriter({ durationMs: 0 }), demoPainter()];
  let page = '<!doctype html><meta charset="utf-8"><title>Gallery</title>';
  for (const [index, prompt] of prompts.entries()) {
    const { prompt: artStyle } = artStyles[index % artStyles.length] ?? artStyles[0];
    const nothing = { tags: [], characters: [], locations: [], scenes: [] };
    const story = { title: "My New Story", description: "", artStyle, ...nothing };
    const rendered = renderPrompt("scene", { story, prompt, maxPanels: 4 });
    let text = "";
    const schema = answerSchemas.scene;
    for await (const chunk of writer.write({ task: "scene", ...rendered, schema })) text += chunk;
    const script = schema.parse(JSON.parse(text));
    const figures = [...script.newCharacters, ...script.newLocations].map((sheet) => ({
      id: sheet.name,
      name: sheet.name,
      description: `${sheet.imagePrompt} ${sheet.description}`,
    }));
    page += `<h2>${index + 1}. ${prompt}</h2>`;
    for (const [at, panel] of script.panels.slice(0, 3).entries()) {
      const { bytes } = await painter.make({
        kind: "panel",
        artStyle,
        width: 768,
        height: 1024,
        model: "demo",
        attemptId: "",
        prompt: `${panel.imagePrompt}\nShot: ${panel.shot}.`,
        seed: `${index}:${at}`,
        figures: figures.filter(({ name }) => panel.characters.includes(name)),
        location: figures.find(({ name }) => name === panel.location),
      });
      const name = `${index + 1}-${at + 1}.jpg`;
      await writeFile(path.join(folder, name), bytes);
      page += `<img src="${name}" width="300" alt="${panel.altText.replaceAll('"', "”")}">`;
    }
  }
  await writeFile(path.join(folder, "index.html"), page);
  console.log(path.join(folder, "index.html"));
}
