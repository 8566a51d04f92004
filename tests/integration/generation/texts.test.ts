import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { overrideProviders } from "@/lib/ai";
import type { Writer } from "@/lib/ai/writer";
import { createDemoWriter } from "@/lib/demo-studio/writer";
import { improveErrorText } from "@/lib/generation/error-texts";
import { hourlyTextLimit, textLimit } from "@/lib/generation/rate-limits";
import { db } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { ApiError } from "@/lib/platform/http/api-error";
import { call, makeStory, type Person, person } from "../http/harness";
import { TestWriter } from "./support";

const demo = createDemoWriter({ durationMs: 0 });
let author: Person;
let storyId: string;
beforeEach(async () => {
  overrideProviders({ writer: demo });
  author = await person("author");
  storyId = (await makeStory({ author })).story.id;
});
afterEach(() => vi.restoreAllMocks());

const post = (path: string, body: object, as: Person | null = author) =>
  call("POST", path, { as, body });
const improve = (text: string) => post("/ai/improve-text", { text, context: { storyId } });

describe("POST /ai/scene-suggestions", () => {
  const suggest = async (body: object) => {
    const answer = await post("/ai/scene-suggestions", { storyId, ...body });
    expect(answer.status, answer.text).toBe(200);
    return answer.body.data as { suggestions: { text: string }[]; isNewStory: boolean };
  };

  it.each([1, 2, 3, 4, 5])("gives exactly %i ideas, each with an emoji", async (count) => {
    const { suggestions } = await suggest({ maxSuggestions: count });
    expect(suggestions).toHaveLength(count);
    for (const one of suggestions) {
      expect(one).toEqual({ text: expect.stringMatching(/.{10}/u), emoji: expect.any(String) });
    }
  });

  it("gives four by default, and the same only for the same timestamp", async () => {
    const texts = async (timestamp: number) =>
      (await suggest({ timestamp })).suggestions.map(({ text }) => text);
    const first = await texts(1);
    expect(first).toHaveLength(4);
    expect(await texts(1)).toEqual(first);
    expect(await texts(2)).not.toEqual(first);
  });

  it("distinguishes a new story from a running one, and requests openings where they are wanted", async () => {
    const writer = new TestWriter([
      JSON.stringify({ suggestions: [{ text: "Mara opens the door.", emoji: "🚪" }] }),
    ]);
    overrideProviders({ writer });
    const empty = (await makeStory({ author, scenes: 0 })).story.id;
    const asked = async (body: object) => {
      const { isNewStory } = await suggest(body);
      const [, count, form] =
        /Give exactly (\d) (openings|continuations)/.exec(writer.requests.at(-1)?.prompt ?? "") ??
        [];
      return [isNewStory, form === "openings", Number(count)];
    };
    expect(await asked({ storyId: empty })).toEqual([true, true, 4]);
    expect(await asked({})).toEqual([false, false, 4]);
    expect(await asked({ suggestionType: "initialStorySeeds", maxSuggestions: 5 })).toEqual([
      false,
      true,
      5,
    ]);
  });

  it("never returns more than requested, nor one idea twice", async () => {
    const idea = (text: string) => ({ text, emoji: "🚪" });
    const suggestions = ["One more idea", "One more idea", "Another idea", "A third idea"].map(
      idea,
    );
    overrideProviders({ writer: new TestWriter([JSON.stringify({ suggestions })]) });
    const got = await suggest({ maxSuggestions: 2 });
    expect(got.suggestions).toEqual([idea("One more idea"), idea("Another idea")]);
  });
});

describe("POST /ai/scene-suggestions of a writer that gives fewer than it was asked for", () => {
  const idea = (text: string) => ({ text, emoji: "🚪" });
  const answered = async (...answers: string[]) => {
    const writer = new TestWriter(answers);
    overrideProviders({ writer });
    const body = { storyId, maxSuggestions: 3 };
    const { status, body: reply } = await post("/ai/scene-suggestions", body);
    return { status, writer, ideas: reply.data?.suggestions };
  };
  const one = JSON.stringify({ suggestions: [idea("Mara opens the door.")] });

  it("asks once more and adds what is new", async () => {
    const more = [
      "Mara opens the door.",
      "Tom finds a lamp.",
      "The sea is gone.",
      "A storm comes.",
    ];
    const { writer, ideas } = await answered(one, JSON.stringify({ suggestions: more.map(idea) }));
    expect(writer.prompts[1]).toContain("It has 1 different suggestions; exactly 3 are needed.");
    expect(ideas).toEqual(more.slice(0, 3).map(idea));
  });

  it("keeps what came where no more does", async () => {
    for (const second of [one, "[]"]) {
      const { status, writer, ideas } = await answered(one, second);
      expect([status, writer.prompts.length]).toEqual([200, 2]);
      expect(ideas).toEqual([idea("Mara opens the door.")]);
    }
  });
});

describe("POST /ai/improve-text, /ai/generate-title and the sheets", () => {
  it("return the fields of the contract", async () => {
    const improved = await improve("i cant beleive teh lamp is on");
    expect(improved.body.data).toEqual({ improvedText: expect.stringContaining("can't believe") });
    const title = await post("/ai/generate-title", {
      description: "A keeper hears a voice in the lamp.",
      context: { storyId },
    });
    expect(title.body.data).toEqual({ title: expect.stringMatching(/.{3}/u) });
    for (const kind of ["character", "location"]) {
      const before = await db[kind as "character"].count();
      const answer = await post(`/ai/generate-${kind}-from-description`, {
        storyId,
        description: kind === "character" ? "an old sailor with a red beard" : "a flooded library",
        context: "It happens by the sea.",
      });
      expect(answer.body).toEqual({
        success: true,
        data: {
          name: expect.stringMatching(/.+/u),
          title: expect.any(String),
          description: expect.stringMatching(/.{10}/u),
          imagePrompt: expect.stringMatching(/.{10}/u),
        },
      });
      expect(await db[kind as "character"].count(), "nothing is saved").toBe(before);
    }
  });

  it("pass the story, its cast and the author's text to the writer", async () => {
    const writer = new TestWriter([JSON.stringify({ title: "The Lamp" })]);
    overrideProviders({ writer });
    await post("/ai/generate-title", { description: "A voice.", context: { storyId } });
    const [request] = writer.requests;
    expect(request?.task).toBe("title");
    expect(request?.prompt).toMatch(/Title: The Lamp Room[\s\S]*\n- Nobody yet[\s\S]*\n- Mara/u);
    expect(request?.prompt).toContain("<request>\nA voice.\n</request>");
  });

  it.each([
    ["", "Please enter some text to improve"],
    ["too short", "Please enter at least 10 characters to improve"],
    ["x y".repeat(400), "Text is too long for improvement (max 1000 characters)"],
    ["1234567890 -- 42!", "Please enter text that has words in it"],
    ["aaaaaaaaaaaaaaaa", "Please enter text that has words in it"],
  ])("S4 refuse to improve %j", async (text, message) => {
    const answer = await improve(text);
    expect([answer.status, answer.body.errors[0]]).toEqual([400, { field: "text", message }]);
    const thrown = new ApiError(answer.body.message, 400, answer.body.error.code);
    expect(improveErrorText(thrown)).toBe(
      "Text validation failed. Please ensure your text is meaningful and between 10-1000 characters.",
    );
  });

  it("accept texts of other scripts as meaningful", async () => {
    expect((await improve("灯台守は古いランプの声を聞く。")).status).toBe(200);
  });
});

describe("while the writer writes", () => {
  /** A writer that answers when it is let go. */
  function slowWriter() {
    let letGo = () => {};
    const free = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    let asked = 0;
    const writer: Writer = {
      name: "slow",
      demo: true,
      async *write() {
        asked += 1;
        await free;
        yield JSON.stringify({ improvedText: "The keeper hears a voice." });
      },
    };
    return { writer, letGo, asked: () => asked };
  }

  it("no database connection is held: more requests may wait than there are connections", async () => {
    const { writer, letGo, asked } = slowWriter();
    overrideProviders({ writer });
    const waiting = Array.from({ length: 25 }, () => improve("the keeper hears a voice"));
    await expect.poll(asked).toBe(25);
    const [row] = await db.$queryRaw<{ open: number }[]>`
      SELECT count(*)::int AS open FROM pg_stat_activity
      WHERE datname = current_database() AND state LIKE 'idle in transaction%'`;
    expect(row?.open).toBe(0);
    letGo();
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual(Array(25).fill(200));
  });

  it("a client that disconnects aborts the writer", async () => {
    const signals: AbortSignal[] = [];
    overrideProviders({
      writer: {
        name: "endless",
        demo: true,
        async *write({ signal }) {
          if (signal) signals.push(signal);
          await new Promise((_, reject) => {
            signal?.addEventListener("abort", () => reject(signal.reason));
          });
        },
      },
    });
    const gone = new AbortController();
    const { POST } = await import("@/app/api/ai/improve-text/route");
    const answer = POST(
      new Request("http://comics.test/api/ai/improve-text", {
        method: "POST",
        headers: { authorization: `Bearer ${author.token}`, "content-type": "application/json" },
        body: JSON.stringify({ text: "the keeper hears a voice", context: { storyId } }),
        signal: gone.signal,
      }),
      { params: Promise.resolve({}) },
    );
    await expect.poll(() => signals.length).toBe(1);
    gone.abort();
    expect((await answer).status).toBe(400);
    expect(signals[0]?.aborted).toBe(true);
  });

  it("a writer that hangs is aborted well before the browser's timeout", async () => {
    const real = globalThis.setTimeout;
    const asked: number[] = [];
    // The only one of these lengths while a text is waited for.
    const sooner = ((then: () => void, milliseconds = 0) => {
      const isDeadline = milliseconds > 30_000 && milliseconds < 120_000;
      if (isDeadline) asked.push(milliseconds);
      return real(then, isDeadline ? 60 : milliseconds);
    }) as typeof setTimeout;
    vi.spyOn(globalThis, "setTimeout").mockImplementation(sooner);
    overrideProviders({ writer: slowWriter().writer });
    const answer = await improve("the keeper hears a voice");
    expect(answer.status).toBe(503);
    expect(answer.body).toMatchObject({
      error: { code: "ai_unavailable" },
      message: "AI service temporarily unavailable",
      details: "The AI service did not answer in time.",
    });
    expect(Math.max(...asked)).toBeLessThanOrEqual(60_000);
  });

  it("an endless response is cut off", async () => {
    let sent = 0;
    overrideProviders({
      writer: {
        name: "babbler",
        demo: true,
        async *write() {
          yield '{"improvedText":"';
          for (; sent < 50_000_000; sent += 10_000) yield "blah blah ".repeat(1_000);
        },
      },
    });
    expect((await improve("the keeper hears a voice")).status).toBe(502);
    expect(sent).toBeLessThan(1_000_000);
  });
});

describe("limits", () => {
  it("so many texts in a minute, and in an hour, for each author alone", async () => {
    overrideProviders({ writer: new TestWriter([JSON.stringify({ title: "The Lamp" })]) });
    const ask = (as: Person, id: string) =>
      post("/ai/generate-title", { description: "A voice.", context: { storyId: id } }, as);
    const answers = [];
    for (let index = 0; index <= textLimit.max; index += 1)
      answers.push(await ask(author, storyId));
    const last = answers.at(-1);
    expect(answers.slice(0, -1).every(({ status }) => status === 200)).toBe(true);
    expect([last?.status, last?.body.error.code]).toEqual([429, "rate_limited"]);
    expect(Number(last?.headers.get("retry-after"))).toBeGreaterThan(0);

    const other = await person("other");
    const otherStory = (await makeStory({ author: other })).story.id;
    expect((await ask(other, otherStory)).status).toBe(200);
    await db.rateLimit.updateMany({
      where: { key: `${hourlyTextLimit.name}:user:${other.id}` },
      data: { hits: hourlyTextLimit.max },
    });
    expect((await ask(other, otherStory)).status).toBe(429);
  });

  it("a provider's rate limit is reported as busy, with the time to wait", async () => {
    overrideProviders({
      writer: new TestWriter([new AppError("ai_rate_limited", "slow down", { retryAfter: 7 })]),
    });
    const answer = await improve("the keeper hears a voice");
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([429, "7"]);
  });
});
