import { describe, expect, it } from "vitest";
import {
  descriptionTone,
  extractOpening,
  focusHint,
  needsFocusHint,
  validateDescription,
  validateFirstPrompt,
  validateTextToImprove,
} from "@/components/onboarding/steps/description-rules";

const letters = (count: number) => "x".repeat(count);

describe("the field of the description", () => {
  it.each([
    [0, "plain"],
    [900, "plain"],
    [901, "near"],
    [1000, "near"],
    [1001, "over"],
  ])("at %i characters it is %s", (length, tone) => {
    expect(descriptionTone(letters(length))).toBe(tone);
  });

  it("advises focus above 600 characters", () => {
    expect(needsFocusHint(letters(600))).toBe(false);
    expect(needsFocusHint(letters(601))).toBe(true);
    expect(focusHint).toMatch(/at most 8 characters and 6 locations/);
  });
});

describe("the errors of a text, in the words of the specification", () => {
  it.each([
    ["", "Please provide a story description"],
    ["  \n ", "Please provide a story description"],
    [letters(1001), "Story description must be 1000 characters or less"],
    [letters(1000), null],
    ["A", null],
  ])("description %#", (text, problem) => {
    expect(validateDescription(text)).toBe(problem);
  });

  it.each([
    ["", "Please enter some text to improve"],
    ["   ", "Please enter some text to improve"],
    ["123456789", "Please enter at least 10 characters to improve"],
    ["1234567890", null],
    [letters(1000), null],
    [letters(1001), "Text is too long for improvement (max 1000 characters)"],
  ])("improvement %#", (text, problem) => {
    expect(validateTextToImprove(text)).toBe(problem);
  });

  it.each([
    ["", "Please enter a scene prompt"],
    [" \n", "Please enter a scene prompt"],
    ["Too short", "Prompt should be at least 10 characters"],
    ["Long enough", null],
    [letters(1001), "Prompt too long (max 1000 characters)"],
  ])("first prompt %#", (text, problem) => {
    expect(validateFirstPrompt(text)).toBe(problem);
  });
});

describe("the opening of a description", () => {
  it("is all of a short one", () => {
    expect(extractOpening("  A cat finds a key. It fits. ")).toBe("A cat finds a key. It fits.");
  });

  it("is as many first sentences of a long one as fit", () => {
    const sentence = (name: string) => `${name} ${letters(120)}.`;
    const text = [sentence("One"), sentence("Two"), sentence("Three")].join(" ");
    expect(extractOpening(text)).toBe([sentence("One"), sentence("Two")].join(" "));
  });

  it("is more than an abbreviation or a word, and includes an ending without a full stop", () => {
    const tail = `Mira Chen runs the last lighthouse ${letters(280)}`;
    expect(extractOpening(`Dr. ${tail}`)).toBe(`Dr. ${tail}`);
    expect(extractOpening(`Rain. ${tail}. And then.`)).toBe(`Rain. ${tail}.`);
  });

  it("keeps a first sentence whole, whatever its length, within the limit of a prompt", () => {
    expect(extractOpening(`${letters(500)}. And then.`)).toBe(`${letters(500)}.`);
    expect(extractOpening(letters(1200))).toHaveLength(1000);
  });
});
