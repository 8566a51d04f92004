import { describe, expect, it } from "vitest";
import type { z } from "zod";
import { portraitErrorText } from "@/lib/generation/error-texts";
import {
  characterSheetBody,
  extractEntitiesBody,
  improveTextBody,
  locationSheetBody,
} from "@/lib/generation/text/schema";
import { ApiError } from "@/lib/platform/http/api-error";

const storyId = "01a1f944-5670-745b-8f52-116530fdc30d";
const problem = (schema: z.ZodType, value: object) =>
  schema.safeParse(value).error?.issues[0]?.message;

describe("requests to the writer", () => {
  it.each([
    [characterSheetBody, "Please enter a character description"],
    [locationSheetBody, "Please enter a location description"],
  ])("a sheet needs a description", (schema, empty) => {
    expect(problem(schema, { storyId, description: "  " })).toBe(empty);
    expect(problem(schema, { storyId, description: "tree" })).toBe(
      "Description must be at least 5 characters",
    );
    expect(problem(schema, { storyId, description: "trees" })).toBeUndefined();
  });

  it("a search for characters and locations needs a description", () => {
    expect(problem(extractEntitiesBody, { storyId, description: "" })).toBe(
      "Please provide a story description to generate characters and locations",
    );
  });

  it("a text to improve has 10 to 1000 characters", () => {
    const said = (text: string) => problem(improveTextBody, { text, context: { storyId } });
    expect(said("")).toBe("Please enter some text to improve");
    expect(said("too short")).toBe("Please enter at least 10 characters to improve");
    expect(said("x".repeat(1001))).toBe("Text is too long for improvement (max 1000 characters)");
    expect(said("word ".repeat(199))).toBeUndefined();
  });
});

it("a portrait that could not be started without a reason", () => {
  const silent = new ApiError("", 500, "unknown");
  expect(portraitErrorText("location", silent).text).toBe(
    "Failed to start location image regeneration. Please try again.",
  );
  expect(portraitErrorText("character", silent).text).toBe(
    "Failed to start character image regeneration",
  );
});
