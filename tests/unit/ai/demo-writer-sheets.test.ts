import { describe, expect, it } from "vitest";
import { ask, blank } from "./demo-writing";

const sheet = (task: "character" | "location", description: string) =>
  ask(task, { story: blank, description, context: "" });

describe("a sheet describes the subject of its description", () => {
  it.each([
    ["Captain Vera, an old woman with a red coat", "Captain Vera", "Old woman", /^An old woman/u],
    ["Captain Vera is an old woman. She wears a red coat.", "Captain Vera", "Old woman", /old/u],
    ["a baker called Nora", "Nora", "Baker", /^A woman.*apron/u],
    ["Nora is a baker with flour on her nose", "Nora", "Baker", /^A woman.*apron/u],
    ["My brother Tom is a tall boy with red hair", "Tom", "Tall boy", /^A tall boy.*red hair/u],
    ["my grandmother Ada", "Ada", "Grandmother", /^An old woman/u],
    ["Zora the witch", "Zora", "Witch", /pointed hat/u],
    ["A grumpy cat named Moritz with one white ear", "Moritz", "Grumpy cat", /^A cat/u],
    ["Ruby, a cheerful red robot with one eye", "Ruby", "Cheerful red robot", /^A robot/u],
    ["His name is Jonas and he is an old sailor.", "Jonas", "Old sailor", /^An old man/u],
    ["Dr. Lena Schmidt, a young scientist", "Dr. Lena Schmidt", "Young scientist", /young woman/u],
    ["Vera, old woman, red coat", "Vera", "Old woman", /^An old woman.*wearing a red coat/u],
  ])("%s", async (description, name, title, looks) => {
    const answer = await sheet("character", description);
    expect(answer).toMatchObject({ name, title });
    expect(answer.imagePrompt).toMatch(looks);
  });

  it("repeats the author's facts", async () => {
    const text = "Captain Vera, an old woman with a red coat and an eye patch";
    const { description, imagePrompt } = await sheet("character", text);
    expect(description).toMatch(new RegExp(`^${text}\\. She `, "u"));
    expect(imagePrompt).toContain(text);
  });

  it.each(["Vera", "vera", "Vera with a red hat"])("a bare name stays: %s", async (text) => {
    const { name, imagePrompt } = await sheet("character", text);
    expect(name).toBe("Vera");
    expect(imagePrompt).toMatch(/^A woman/u);
  });

  it.each([
    ["An old woman with a red coat", /\bold woman\b/u],
    ["Tall man with a scar", /^A tall man/u],
    ["woman, 30, long black hair", /^A woman.*long black hair/u],
    ["a little robot", /^A robot/u],
    ["He is a detective in a trench coat", /^A man/u],
  ])("an unnamed character gets a name that fits: %s", async (text, looks) => {
    const { name, imagePrompt } = await sheet("character", text);
    expect(text).not.toContain(name);
    expect(name).not.toMatch(/^The /u);
    expect(imagePrompt).toMatch(looks);
  });

  it.each([
    ["The Salt Market, a square with old stalls", "The Salt Market"],
    ["North Pier", "North Pier"],
    ["Moonlight Café: a small café by the sea", "Moonlight Café"],
    ["A harbour called Saltwick with fishing boats", "Saltwick"],
    ["Saltwick is a small harbour town", "Saltwick"],
    ["My grandmother's kitchen, warm and full of herbs", "My Grandmother's Kitchen"],
  ])("a location keeps its name: %s", async (text, name) => {
    const answer = await sheet("location", text);
    expect(answer.name).toBe(name);
    expect(answer.description).toContain(text);
  });
});
