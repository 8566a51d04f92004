import { describe, expect, it } from "vitest";
import { validateMediaPrompt } from "@/components/media/prompt-tabs";
import { panelImageBody, scenePrompt } from "@/lib/generation/schema";
import { characterSheetBody, improvableText } from "@/lib/generation/text/schema";
import { weightedLength } from "@/lib/platform/text/weighted-length";
import { reportBody } from "@/lib/reports/schema";
import { textBubble } from "@/lib/scenes/bubbles/schema";
import { sceneForm } from "@/lib/scenes/schema";
import { createStoryBody, tagsSchema } from "@/lib/stories/schema";
import { entityForm } from "@/lib/world/schema";

describe("the weighted length of a text", () => {
  it.each([
    ["", 0],
    ["ten at all", 10],
    ["海边灯塔", 10],
    ["よるの海", 10],
    ["ラーメン", 10],
    ["𠮷野家屋", 10],
    ["海のcat", 8],
    // Marks between words, other alphabets and emoji are no words.
    ["。、！？", 4],
    ["тихо", 4],
    ["سلام", 4],
    ["😀😀", 4],
    ["海海海。", 8.5],
    // Invisible characters do not count: zero-width spaces, fillers of Hangul, an empty cell of Braille.
    ["\u200b\u2060 \ufeff", 0],
    ["\u115f\u1160\u3164\uffa0", 0],
    ["\u2800\u00ad\u034f\ufe0f", 0],
    ["a\u200bb", 2],
  ])("%j counts %d", (text, length) => {
    expect(weightedLength(text)).toBe(length);
  });

  const form = entityForm.character.shape;
  const storyId = "01a1f944-5670-745b-8f52-116530fdc30d";
  const problems: [
    what: string,
    check: (text: string) => string | undefined | null,
    said: string,
  ][] = [
    ["scene", (it) => first(scenePrompt.safeParse(it)), "Prompt should be at least 10 characters"],
    [
      "improvement",
      (it) => first(improvableText.safeParse(it)),
      "Please enter at least 10 characters to improve",
    ],
    [
      "description",
      (it) => first(form.description.safeParse(it)),
      "Description must be at least 10 characters",
    ],
    [
      "portrait",
      (it) => first(form.imagePrompt.safeParse(it)),
      "Image prompt must be at least 10 characters",
    ],
    [
      "panel",
      (it) => first(panelImageBody.safeParse({ sceneId: storyId, panelNumber: 1, prompt: it })),
      "Image prompt must be at least 10 characters",
    ],
    [
      "media",
      (it) => validateMediaPrompt("regenerate", it, null),
      "Image prompt must be at least 10 characters",
    ],
  ];

  it.each(problems)("%s: four of Han or Kana are enough, three are not", (_, check, said) => {
    for (const text of ["海边灯塔", "よるのうみ", "ten or so."])
      expect(check(text) ?? null).toBeNull();
    for (const text of ["海边灯", "a tower"]) expect(check(text)).toBe(said);
  });

  it.each([
    ["a title", () => createStoryBody.shape.title, "Title is required"],
    [
      "a description",
      () => createStoryBody.shape.description,
      "Please provide a story description",
    ],
    ["a tag", () => tagsSchema.in.element, "A tag cannot be blank"],
    ["a scene's title", () => sceneForm.shape.title, "Title is required"],
    ["a name", () => form.name, "Name must be at least 1 character"],
    ["a report", () => reportBody.shape.words, "Please describe the problem"],
  ])("%s is visible", (_, schema, said) => {
    for (const text of ["\u200b\u200b", "\u3164", " \u2800 "])
      expect(first(schema().safeParse(text))).toBe(said);
    expect(first(schema().safeParse("\u200dA lamp, and a sea"))).toBeUndefined();
  });

  it("a bubble without visible text gets the default text", () => {
    expect(textBubble.shape.text.parse("\u200b\u200b")).toBe("Text");
  });

  it("a sheet needs two characters", () => {
    const said = (description: string) =>
      first(characterSheetBody.safeParse({ storyId, description }));
    expect(said("灯塔")).toBeUndefined();
    expect(said("塔")).toBe("Description must be at least 5 characters");
  });
});

const first = ({ error }: { error?: { issues: { message: string }[] } | undefined }) =>
  error?.issues[0]?.message;
