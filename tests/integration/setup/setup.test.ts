import { afterEach, describe, expect, it, vi } from "vitest";
import { overrideProviders } from "@/lib/ai";
import { demoVision } from "@/lib/ai/demo";
import { clearRetired, markRetired } from "@/lib/ai/retired-models";
import { createDemoAnimator } from "@/lib/demo-studio/animator";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { AppError } from "@/lib/platform/errors";
import { checkOpenAi, checkReplicate } from "@/lib/platform/status/engine-checks";
import { getSetup } from "@/lib/setup/queries";
import type { Port, Setup } from "@/lib/setup/schema";
import { withUsage } from "@/lib/spending/service";
import { TestPainter, TestWriter } from "../generation/support";
import { person } from "../http/harness";

const secret = "sk-live-0123456789abcdef";
const token = "r8_0123456789abcdef";
const settings = { ...env() };
afterEach(async () => {
  vi.unstubAllGlobals();
  for (const name of Object.keys(env())) delete (env() as Record<string, unknown>)[name];
  Object.assign(env(), settings);
  await db.engineStatus.deleteMany();
  // A recent record is not written again.
  Reflect.deleteProperty(globalThis, "inkwrightEngineNotes");
  await db.rateLimit.deleteMany();
});

const port = ({ ports }: Setup, name: string) => ports.find((one) => one.port === name) as Port;
const administrator = () => person("admin", { isAdministrator: true });

const billedAs = <Engine extends object>(engine: Engine, model: string) =>
  Object.assign(engine, { demo: false, billed: () => ({ provider: "openai", model }) });

/** Engines of vendors, of which only a stand-in for the network is asked. */
function useVendors(answer: (url: string) => Response) {
  Object.assign(env(), { OPENAI_API_KEY: secret, REPLICATE_API_TOKEN: token });
  const [checkWriter, checkPainter] = [() => checkOpenAi("llama-9"), checkReplicate];
  const writer = { name: "llama-9", check: checkWriter };
  overrideProviders({
    writer: Object.assign(billedAs(new TestWriter([]), "llama-9"), writer),
    painter: Object.assign(new TestPainter(), { demo: false, check: checkPainter }),
    animator: createDemoAnimator(),
    otherPainters: [billedAs(new TestPainter(), "my-brush")],
    vision: billedAs(demoVision(), "my-eyes"),
  });
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (input: string | URL) => {
    asked.push(String(input));
    return answer(String(input));
  });
  return asked;
}

describe("the status page", () => {
  it("exists for the administrator only", async () => {
    for (const viewer of [null, (await person()).viewer]) {
      await expect(getSetup(viewer)).rejects.toMatchObject({ code: "not_found" });
    }
  });

  it("names each engine, the missing settings and how to set them", async () => {
    const { viewer } = await administrator();
    const setup = await getSetup(viewer);
    expect(setup.ports.map(({ title }) => title)).toEqual([
      "Text",
      "Images",
      "Videos",
      "Face detection",
      "Picture checks",
      "Database",
      "Durable functions",
      "Pictures and videos",
      "Sign-in",
      "Mail",
      "Public address",
    ]);
    expect(port(setup, "text")).toMatchObject({ state: "demo", engine: "Demo studio" });
    expect(port(setup, "text").missing[0]?.variables).toEqual(["OPENAI_API_KEY"]);
    expect(port(setup, "database").engine).toBe("PostgreSQL on this machine");
    for (const { missing } of setup.ports) {
      for (const { variables, how } of missing) {
        expect(how).toMatch(/\.$/);
        for (const name of variables) expect(name).toMatch(/^[A-Z0-9_]+$/);
      }
    }
  });

  it("checks the engines on request, free of charge, and names failures without a key", async () => {
    const admin = await administrator();
    const asked = useVendors((url) =>
      url.includes("openai")
        ? Response.json({ error: { message: `Incorrect API key: ${secret}` } }, { status: 401 })
        : Response.json({ username: "inkwright" }),
    );
    const answer = await admin.post("/setup/check");
    expect(answer.status, answer.text).toBe(200);
    const setup = answer.body.data as Setup;
    expect(port(setup, "database").state).toBe("working");
    expect(port(setup, "storage").state).toBe("working");
    expect(port(setup, "text")).toMatchObject({
      state: "failing",
      lastError: "OpenAI refused the key.",
    });
    expect(port(setup, "pictures").state).toBe("working");
    expect(port(setup, "text").limits).toEqual([
      "As many tokens an answer as the server allows (OPENAI_MAX_TOKENS is not set)",
      "240 s until the first token (OPENAI_FIRST_TOKEN_SECONDS)",
      "60 s between two tokens (OPENAI_SILENCE_SECONDS)",
      "840 s for an answer (OPENAI_ANSWER_SECONDS)",
    ]);
    expect(setup.unpricedModels).toEqual(["openai/llama-9", "openai/my-eyes", "openai/my-brush"]);
    expect(asked.filter((url) => !url.includes("127.0.0.1")).sort()).toEqual([
      "https://api.openai.com/v1/models",
      "https://api.replicate.com/v1/account",
    ]);
    expect(answer.text).not.toContain(secret.slice(0, 12));
    expect(answer.text).not.toContain(token.slice(0, 8));
  });

  it("names retired models and their successors, while that is recent", async () => {
    const { viewer } = await administrator();
    markRetired("replicate", "bytedance/seedream-4", "bytedance/seedream-4.5");
    markRetired("replicate", "bytedance/seedance-1-lite", null);
    const gone = async () => (await getSetup(viewer)).goneModels;
    await expect.poll(gone).toEqual(
      expect.arrayContaining([
        { model: "bytedance/seedream-4", successor: "bytedance/seedream-4.5" },
        { model: "bytedance/seedance-1-lite", successor: null },
      ]),
    );
    const long = new Date(Date.now() - 8 * 86_400_000);
    await db.engineStatus.updateMany({ data: { lastErrorAt: long } });
    expect(await gone()).toEqual([]);
    clearRetired();
  });

  it("reports a model that is not offered, and limits its checks", async () => {
    const admin = await administrator();
    useVendors(() => Response.json({ data: [{ id: "gpt-4.1-mini" }] }));
    const check = () => admin.post("/setup/check");
    expect(port((await check()).body.data, "text").lastError).toBe(
      "OpenAI does not offer the model llama-9.",
    );
    for (let count = 0; count < 5; count += 1) await check();
    expect((await check()).status).toBe(429);
  });

  it("shows the outcomes of generation calls of every instance", async () => {
    const { viewer } = await administrator();
    useVendors(() => Response.json({}));
    const owner = { userId: viewer.id, storyId: crypto.randomUUID() };
    const say = async (message: string | null) => {
      const work = withUsage(owner, "text", async () => {
        if (message) throw new AppError("ai_unavailable", message);
      });
      await work.catch(() => {});
      await expect.poll(() => db.engineStatus.count()).toBe(1);
      return port(await getSetup(viewer), "text");
    };
    expect(await say(`It does not answer, and ${secret} is no key.`)).toMatchObject({
      state: "failing",
      lastError: "It does not answer, and … is no key.",
      lastSuccessAt: null,
    });
    await say(null);
    await expect
      .poll(async () => port(await getSetup(viewer), "text"))
      .toMatchObject({ state: "working", lastErrorAt: expect.any(String) });
    // Another engine begins anew.
    const billed = () => ({ provider: "openai", model: "gpt-4o" });
    overrideProviders({
      writer: Object.assign(new TestWriter([]), { demo: false, name: "gpt-4o", billed }),
    });
    expect(port(await getSetup(viewer), "text")).toMatchObject({
      state: "unused",
      lastError: null,
    });
  });
});
