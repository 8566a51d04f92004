import { describe, expect, it } from "vitest";
import { db } from "@/lib/platform/db";
import { readFeed, searchLimit } from "@/lib/stories/feed/queries";
import { storyQuery } from "@/lib/stories/schema";
import { makeStory, person, visitor } from "../http/harness";

const find = async (q: string) => {
  const page = await readFeed(null, storyQuery.parse({ q, limit: 50 }));
  expect(page.pagination.total).toBe(page.stories.length);
  return page.stories.map((story) => story.title).sort();
};
const author = await person("odile", { firstName: "Odile", lastName: "Brûlé" });
for (const [title, description, ...tags] of [
  ["The Café at Night", "“Quoted” words, sea—storm and don't-stop.", "sci-fi/fantasy", "C#"],
  ["かもめの灯台", "灯台守とカモメの物語。", "海"],
  ["Маяк и МОРЕ", "Чайка летит над ёлкой.", "море"],
  ["हिन्दी कहानी", "एक छोटी कहानी।", "कहानी"],
  ["หอประภาคาร", "เรื่องราวของนกนางนวล", "ทะเล"],
  ["منارة البحر", "قصة عن طائر النورس", "بحر"],
  ["등대지기의 노래", "바다에서 온 편지", "바다"],
  ["Fancy ﬁsh", "Ｗｉｄｅ letters and 12,5 eggs", "long tag of words"],
] as const) {
  await makeStory({ author, title, description, tags });
}

describe("a search", () => {
  it.each([
    ["cafe", "The Café at Night"],
    ["CAFÉ night", "The Café at Night"],
    ["cafe\u0301", "The Café at Night"],
    ["quoted", "The Café at Night"],
    ["storm", "The Café at Night"],
    ["don't", "The Café at Night"],
    ["sci-fi", "The Café at Night"],
    ["fantasy", "The Café at Night"],
    ["灯台", "かもめの灯台"],
    ["台", "かもめの灯台"],
    ["カモメ", "かもめの灯台"],
    ["灯台守 物語", "かもめの灯台"],
    ["маяк море", "Маяк и МОРЕ"],
    ["ЁЛК", "Маяк и МОРЕ"],
    ["हिन्दी", "हिन्दी कहानी"],
    ["คาร", "หอประภาคาร"],
    ["النورس", "منارة البحر"],
    ["등대", "등대지기의 노래"],
    ["fish wide", "Fancy ﬁsh"],
    ["12,5", "Fancy ﬁsh"],
    ["long tag", "Fancy ﬁsh"],
  ])("finds %j", async (q, title) => {
    expect(await find(q)).toEqual([title]);
  });

  it("finds all stories of an author, ignoring accents", async () => {
    expect(await find("brule")).toHaveLength(8);
    await db.user.update({ where: { id: author.id }, data: { lastName: "Vernet" } });
    expect(await find("brule")).toEqual([]);
    expect(await find(`${author.username} vernet`)).toHaveLength(8);
  });

  it("requires every word, and matches none in the middle of another", async () => {
    expect(await find("cafe elephant")).toEqual([]);
    expect(await find("台灯")).toEqual([]);
    expect(await find("igh")).toEqual([]);
  });

  it("treats operators as plain characters, and neither fails nor finds everything", async () => {
    for (const q of [
      "'",
      "\\",
      "a' | 'b':*",
      ":*",
      "!!",
      "(((",
      "<->",
      "%",
      "_",
      "。",
      "—",
      "\u200b",
    ]) {
      expect((await find(q)).length, q).toBeLessThan(8);
    }
    expect(await find("cafe & | ! night")).toEqual(["The Café at Night"]);
    expect(await find("'; DROP TABLE story; --")).toEqual([]);
    expect(await find("a ".repeat(100))).toEqual(await find("a"));
  });

  it("is refused beyond 200 characters and with invalid ones", async () => {
    for (const q of ["x".repeat(201), "x".repeat(10_000), "a\u0000b"]) {
      const answer = await visitor.get(`/stories?q=${encodeURIComponent(q)}`);
      expect(answer.status).toBe(400);
    }
  });

  it("is rate limited for each address, and only a search is", async () => {
    const headers = { "x-inkwright-peer": "203.0.113.9" };
    const statuses: number[] = [];
    for (let number = 0; number <= searchLimit.max; number += 1) {
      statuses.push((await visitor.get("/stories?q=cafe", headers)).status);
    }
    expect(statuses.filter((status) => status !== 200)).toEqual([429]);
    const refused = await visitor.get("/stories?q=cafe", headers);
    expect(refused.body.message).toBe("Too many requests. Please wait a moment and try again.");
    expect((await visitor.get("/stories", headers)).status).toBe(200);
  });
});
