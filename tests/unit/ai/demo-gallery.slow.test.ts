import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import sharp from "sharp";
import { expect, it } from "vitest";
import { createDemoPainter } from "@/lib/demo-studio/painter";
import { artStyles } from "@/lib/stories/art-styles";
import { talk } from "./demo-painting";
import { blank, scene } from "./demo-writing";

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

const folder = path.resolve(".data", "gallery");
const painter = createDemoPainter();

/** The first three panels of a prompt, written and drawn, with the section of a page that shows them. */
async function draw(prompt: string, index: number) {
  const { prompt: artStyle } = artStyles[index % artStyles.length] ?? artStyles[0];
  const script = await scene(prompt, 4, { ...blank, artStyle });
  const figures = [...script.newCharacters, ...script.newLocations].map((sheet) => ({
    id: sheet.name,
    name: sheet.name,
    description: `${sheet.imagePrompt} ${sheet.description}`,
  }));
  const panels = await Promise.all(
    script.panels.slice(0, 3).map(async (panel, at) => {
      const { bytes } = await painter.make(
        talk({
          artStyle,
          prompt: panel.imagePrompt,
          shot: panel.shot,
          seed: `${index}:${at}`,
          figures: figures.filter(({ name }) => panel.characters.includes(name)),
          location: figures.find(({ name }) => name === panel.location),
        }),
      );
      const name = `${index + 1}-${at + 1}.jpg`;
      writeFileSync(path.join(folder, name), bytes);
      const alt = panel.altText.replaceAll('"', "”");
      return { bytes, html: `<img src="${name}" width="300" alt="${alt}">` };
    }),
  );
  const html = `<h2>${index + 1}. ${prompt}</h2>${panels.map((panel) => panel.html).join("")}`;
  return { pictures: panels.map(({ bytes }) => bytes), html };
}

// Open .data/gallery/index.html to compare the demo studio before and after a change.
it("every prompt of the gallery becomes three panels with pictures", {
  timeout: 900_000,
}, async () => {
  mkdirSync(folder, { recursive: true });
  let page = '<!doctype html><meta charset="utf-8"><title>Gallery</title>';
  for (const [index, prompt] of prompts.entries()) {
    const { pictures, html } = await draw(prompt, index);
    page += html;
    expect(pictures, prompt).toHaveLength(3);
    for (const bytes of pictures) {
      expect(await sharp(bytes).metadata()).toMatchObject({ width: 768, height: 1024 });
    }
  }
  writeFileSync(path.join(folder, "index.html"), page);
});
