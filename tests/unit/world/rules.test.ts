import { describe, expect, it } from "vitest";
import { describeStartError } from "@/components/world/use-portrait-job";
import { ApiError } from "@/lib/platform/http/api-error";
import { nameKey } from "@/lib/platform/text/name-key";
import { compareByAppearance, inUseText } from "@/lib/world/entities";
import { entityForm, entityKinds } from "@/lib/world/schema";
import { entity } from "./entity-fixture";

describe.each(entityKinds)("the form of a %s", (kind) => {
  const nameless =
    kind === "character" ? "Character name is required" : "Location name is required";
  const filled = {
    name: "Odile",
    title: "",
    description: "She repairs broken robots.",
    imagePrompt: "An old woman with round glasses",
  };
  const problem = (change: object) =>
    entityForm[kind].safeParse({ ...filled, ...change }).error?.issues[0]?.message;

  it.each([
    [{ name: "" }, nameless],
    [{ name: undefined }, nameless],
    [{ name: "   " }, "Name must be at least 1 character"],
    [{ name: "x".repeat(101) }, "Name must be less than 100 characters"],
    [{ title: "x".repeat(201) }, "Title must be less than 200 characters"],
    [{ description: "" }, "Description is required"],
    [{ description: "   " }, "Description is required"],
    [{ description: "Too short" }, "Description must be at least 10 characters"],
    [{ description: "x".repeat(1001) }, "Description must be less than 1000 characters"],
    [{ imagePrompt: "" }, "Image prompt is required"],
    [{ imagePrompt: undefined }, "Image prompt is required"],
    [{ imagePrompt: "Too short" }, "Image prompt must be at least 10 characters"],
    [{ imagePrompt: "x".repeat(1001) }, "Image prompt must be less than 1000 characters"],
  ])("refuses %o", (change, message) => {
    expect(problem(change)).toBe(message);
  });

  it("accepts the longest and the shortest allowed", () => {
    expect(problem({})).toBeUndefined();
    expect(
      problem({
        name: "x".repeat(100),
        title: "x".repeat(200),
        description: "x".repeat(1000),
        imagePrompt: "x".repeat(1000),
      }),
    ).toBeUndefined();
    expect(problem({ name: "x", description: "x".repeat(10) })).toBeUndefined();
  });
});

describe("the order of a list", () => {
  it("is by first appearance, then by age", () => {
    const named = [
      entity({ _id: "d", firstAppearance: 2, createdAt: "2026-11-21T12:00:00.000Z" }),
      entity({ _id: "c", firstAppearance: 1, createdAt: "2026-11-21T12:00:02.000Z" }),
      entity({ _id: "b", firstAppearance: 1, createdAt: "2026-11-21T12:00:01.000Z" }),
      entity({ _id: "a", firstAppearance: 0, createdAt: "2026-11-21T12:00:03.000Z" }),
    ];
    expect(named.toSorted(compareByAppearance).map(({ _id }) => _id)).toEqual(["a", "b", "c", "d"]);
  });
});

describe("names", () => {
  it("are equal regardless of case, width and whitespace", () => {
    expect(nameKey("  MARA ")).toBe(nameKey("mara"));
    expect(nameKey("Ｍａｒａ")).toBe(nameKey("Mara"));
    expect(nameKey("É")).toBe(nameKey("é"));
    expect(nameKey("Mara")).not.toBe(nameKey("Mary"));
  });
});

describe("the reason why an entity cannot be deleted", () => {
  it("names the number of scenes", () => {
    expect(inUseText("character", 1)).toBe(
      "This character appears in a scene and cannot be deleted. Delete that scene first.",
    );
    expect(inUseText("location", 3)).toBe(
      "This location appears in 3 scenes and cannot be deleted. Delete those scenes first.",
    );
  });
});

describe("a portrait that could not be started", () => {
  const answer = (status: number, message: string) =>
    new ApiError(message, status, "unknown", [], { message });

  const wait = "Rate limit exceeded. Please wait a moment before trying again.";
  const busy = answer(409, "A picture of Odile is being drawn already.");
  const noJob = new ApiError("No job ID in response", 200, "invalid_answer");
  const broken = new TypeError("undefined is not an object");
  const withReason = `Failed to start location image regeneration: ${busy.message}`;
  const again = "Failed to start location image regeneration. Please try again.";
  it.each([
    ["character", answer(429, "Too many requests."), wait, 6_000, null],
    ["location", answer(429, "Too many requests."), wait, 6_000, null],
    ["location", busy, withReason, 2_000, null],
    ["character", busy, "Failed to start character image regeneration", 2_000, busy.message],
    ["character", noJob, noJob.message, 6_000, null],
    ["location", noJob, noJob.message, 6_000, null],
    ["location", broken, again, 2_000, "An unexpected error occurred"],
  ] as const)("%s, %s: says %s for %i ms", (kind, error, text, duration, reason) => {
    expect(describeStartError(kind, error)).toEqual({ text, duration, reason });
  });
});
