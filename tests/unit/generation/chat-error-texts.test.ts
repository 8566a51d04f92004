import { describe, expect, it } from "vitest";
import { failedJob, mediaErrorText } from "@/lib/generation/error-texts";
import { answer, down, offline, silent, tooMany } from "./error-answers";

describe("messages in the conversation of Edit Media", () => {
  const flagged =
    "Content was flagged as sensitive by the AI safety filter. Please try a different prompt.";
  const tooOften = "Rate limit reached. Please wait a moment and try again.";
  const again = "Try regenerating again";
  const brush = "The picture could not be painted. Please try again.";
  const job = (words: string) => failedJob(words);
  const noJob = failedJob("No job ID in response");
  it.each([
    // Refused at the start.
    ["edit", false, answer(422, { message: "x", error: { code: "content_flagged" } }), flagged],
    ["edit", false, tooMany, tooOften],
    ["edit", false, down, "Image generation failed: The text service cannot be reached."],
    ["edit", false, silent, "Image generation failed"],
    [
      "edit",
      false,
      offline,
      "Image generation failed: Network error - please check your connection",
    ],
    ["edit", false, noJob, "No job ID in response"],
    ["regenerate", false, tooMany, tooOften],
    [
      "regenerate",
      false,
      down,
      "Panel regeneration failed: The text service cannot be reached.",
      again,
    ],
    ["regenerate", false, silent, "Regeneration failed. Please try again.", again],
    ["regenerate", false, noJob, "No job ID in response"],
    ["animate", false, tooMany, tooOften],
    [
      "animate",
      false,
      down,
      "Failed to start video generation",
      "The text service cannot be reached.",
    ],
    ["animate", false, job("model error E005"), flagged],
    ["animate", true, tooMany, tooOften],
    ["animate", false, silent, "Failed to start video generation"],
    ["animate", false, noJob, "No job ID in response"],
    // The words of a job that failed.
    ["edit", true, job("E005"), flagged],
    ["edit", true, job("Content flagged as sensitive. Try a different prompt."), flagged],
    ["regenerate", true, job("This was flagged as sensitive."), flagged],
    ["animate", true, job("This description was flagged as sensitive."), flagged],
    ["edit", true, job("Too Many Requests"), tooOften],
    ["edit", true, job(tooOften), tooOften],
    ["edit", true, job(`Image generation failed: ${brush}`), `Image generation failed: ${brush}`],
    ["edit", true, job(""), "Image generation failed"],
    ["regenerate", true, job(brush), `Panel regeneration failed: ${brush}`, again],
    ["regenerate", true, job(""), "Regeneration failed. Please try again.", again],
    ["animate", true, job(""), "Video generation failed"],
    ["animate", true, job("Video generation failed"), "Video generation failed"],
    ["animate", true, job("No ink."), "Video generation failed", "No ink."],
    [
      "animate",
      true,
      job("Video generation failed: No ink."),
      "Video generation failed",
      "No ink.",
    ],
    [
      "animate",
      true,
      job("Video generation timed out"),
      "Video generation took longer than expected",
      "If it finishes later, you will find it in the takes.",
    ],
  ] as const)("%s, started: %s, %o", (work, hasStarted, error, text, detail?: string) => {
    expect(mediaErrorText(work, error, { hasStarted })).toEqual({
      text,
      ...(detail && { detail }),
    });
  });
});
