import { describe, expect, it } from "vitest";
import {
  canRetry,
  extractionErrorText,
  failedJob,
  improveErrorText,
  panelErrorText,
  portraitErrorText,
  sceneErrorText,
  sceneRegenerationErrorText,
  sheetErrorText,
} from "@/lib/generation/error-texts";
import {
  answer,
  broken,
  busy,
  down,
  duplicate,
  duplicateText,
  failed,
  hour,
  hourText,
  offline,
  pause,
  pauseText,
  silent,
  tooMany,
  unavailable,
  wait,
} from "./error-answers";

describe("a scene that could not be generated", () => {
  it.each([
    ["the pause", pause, pauseText],
    ["the hour", hour, hourText],
    ["a duplicate", duplicate, duplicateText],
    ["a quota in the message", answer(503, { message: "Quota exceeded" }), unavailable],
    ["a quota in the details", answer(503, { message: "No", details: "quota spent" }), unavailable],
    ["a quota in a 429", answer(429, { message: "insufficient_quota" }), unavailable],
    ["any other 429", tooMany, busy],
    [
      "the writer's failure",
      answer(502, { message: "AI scene generation failed: bad JSON" }),
      failed,
    ],
    ["the same of a scene that failed later", failedJob(failed), failed],
    ["a busy writer of a scene that failed later", failedJob(busy), busy],
    ["an unavailable one", failedJob(unavailable), unavailable],
    ["anything else", down, "The text service cannot be reached."],
    ["no words", silent, "An error occurred"],
    ["the network", offline, "Network error - please check your connection"],
    ["what is no error", "oops", "An unexpected error occurred"],
    ["a program's error", broken, "An unexpected error occurred"],
  ])("%s", (_, error, text) => {
    expect(sceneErrorText(error)).toBe(text);
  });
});

describe("a scene that could not be regenerated", () => {
  it.each([
    ["the pause", pause, wait],
    ["any other 429", tooMany, wait],
    ["the hour, where a moment does not help", hour, hourText],
    ["a message", down, "Failed to regenerate scene: The text service cannot be reached."],
    ["a scene that failed later", failedJob(failed), `Failed to regenerate scene: ${failed}`],
    ["no words", silent, "Failed to regenerate scene. Please try again."],
    ["what is no error", null, "Failed to regenerate scene. Please try again."],
    ["a program's error", broken, "Failed to regenerate scene. Please try again."],
  ])("%s", (_, error, text) => {
    expect(sceneRegenerationErrorText(error)).toBe(text);
  });
});

describe("a panel that could not be regenerated", () => {
  const flagged = "Content flagged as sensitive. Try a different prompt.";
  const limited = "Rate limit reached. Please wait a moment and try again.";
  const again = "Regeneration failed. Please try again.";
  it.each([
    ["the code", answer(422, { message: "No.", error: { code: "content_flagged" } }), flagged],
    ["the words", failedJob("The input was flagged as sensitive (E005)"), flagged],
    ["E005", failedJob("model error E005"), flagged],
    ["no E0051", failedJob("model error E0051"), "Panel regeneration failed: model error E0051"],
    ["a flagged job", failedJob(flagged), flagged],
    ["429", tooMany, limited],
    ["Too Many Requests", failedJob("429 Too Many Requests"), limited],
    ["a job that stayed busy", failedJob(limited), limited],
    [
      "a failed job",
      failedJob("Image generation failed: The paper is gone."),
      "Panel regeneration failed: The paper is gone.",
    ],
    ["a message", down, "Panel regeneration failed: The text service cannot be reached."],
    ["a job without a reason", failedJob("Image generation failed"), again],
    ["no words", silent, again],
    ["no job id", failedJob("No job ID in response"), "No job ID in response"],
    ["a program's error", broken, again],
  ])("%s", (_, error, text) => {
    expect(panelErrorText(error)).toBe(text);
  });
});

describe("a portrait that could not be started", () => {
  const character = "Failed to start character image regeneration";
  const location = "Failed to start location image regeneration";
  it.each([
    ["character", tooMany, wait, 6_000],
    ["location", tooMany, wait, 6_000],
    ["character", down, character, 2_000],
    ["character", silent, character, 2_000],
    ["location", down, `${location}: The text service cannot be reached.`, 2_000],
    ["location", silent, `${location}. Please try again.`, 2_000],
    ["location", undefined, `${location}. Please try again.`, 2_000],
  ] as const)("%s, %s", (kind, error, text, duration) => {
    expect(portraitErrorText(kind, error)).toEqual({ text, duration });
  });
});

describe("entities that could not be found", () => {
  it.each([
    [
      "an answer of another form",
      answer(502, {
        message: "No.",
        errorType: "JSON_PARSE_ERROR",
        details: "It is cut off",
        suggestion: "Please try again.",
      }),
      "AI response format error: It is cut off. Please try again.",
      8_000,
    ],
    [
      "details",
      answer(503, {
        message: "AI service temporarily unavailable",
        details: "The quota is used up.",
      }),
      "AI service temporarily unavailable: The quota is used up.",
      6_000,
    ],
    ["a message alone", down, "The text service cannot be reached.", 6_000],
    ["no words", silent, "An error occurred", 6_000],
    ["the network", offline, "Network error - please check your connection", 6_000],
  ])("%s", (_, error, text, duration) => {
    expect(extractionErrorText(error)).toEqual({ text, duration });
  });
});

describe("texts and sheets that could not be written", () => {
  it("a text that was refused, and any other failure", () => {
    expect(improveErrorText(answer(400, { message: "Too short" }))).toBe(
      "Text validation failed. Please ensure your text is meaningful and between 10-1000 characters.",
    );
    expect(improveErrorText(down)).toBe("The text service cannot be reached.");
    expect(improveErrorText(silent)).toBe("An error occurred");
  });

  it("a sheet: the server's message, or the general one", () => {
    expect(sheetErrorText("character", down)).toBe("The text service cannot be reached.");
    expect(sheetErrorText("character", silent)).toBe("Failed to generate character");
    expect(sheetErrorText("location", new TypeError("x"))).toBe("Failed to generate location");
    expect(sheetErrorText("location", offline)).toBe(
      "Network error - please check your connection",
    );
  });
});

describe("whether a retry with the same text may succeed", () => {
  it("is false for refusals and rate limits", () => {
    const duplicate = answer(429, { message: "x", errorType: "duplicate_prompt" });
    const budget = answer(429, { message: "x", error: { code: "budget_exceeded" } });
    const flagged = answer(422, { message: "x", error: { code: "content_flagged" } });
    for (const error of [duplicate, pause, hour, budget, flagged]) {
      expect(canRetry(error)).toBe(false);
    }
  });

  it("is true for temporary failures", () => {
    for (const error of [offline, answer(429, { message: "x" }), answer(503, { message: "x" })]) {
      expect(canRetry(error)).toBe(true);
    }
  });
});
