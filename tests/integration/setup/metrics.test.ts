import { afterEach, describe, expect, it } from "vitest";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { withUsage } from "@/lib/spending/service";
import { start } from "../generation/start";
import { makeAuthor, playEvents, provideScript } from "../generation/support";
import { call, person, visitor } from "../http/harness";

const token = "a-token-of-24-characters";
const bearer = (value: string) => ({ headers: { authorization: `Bearer ${value}` } });
const figures = async () => (await call("GET", "/metrics", bearer(token))).text;
const figure = (text: string, start: string) =>
  Number(
    text
      .split("\n")
      .find((line) => line.startsWith(`${start} `))
      ?.slice(start.length),
  );

afterEach(async () => {
  Object.assign(env(), { METRICS_TOKEN: undefined });
  await db.rateLimit.deleteMany();
});

describe("metrics", () => {
  it("are for clients with the token, and for the administrator", async () => {
    expect((await call("GET", "/metrics", bearer(token))).status).toBe(404);
    Object.assign(env(), { METRICS_TOKEN: token });
    for (const wrong of ["", "wrong", `${token}x`, token.slice(1)]) {
      expect((await call("GET", "/metrics", bearer(wrong))).status).toBe(401);
    }
    expect((await (await person()).get("/metrics")).status).toBe(401);
    expect((await visitor.get("/metrics")).status).toBe(401);
    const right = await call("GET", "/metrics", bearer(token));
    expect(right.status).toBe(200);
    expect(right.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
    expect(right.headers.get("cache-control")).toBe("private, no-store");
    const administrator = await person("admin", { isAdministrator: true });
    expect((await administrator.get("/metrics")).status).toBe(200);
  });

  it("report jobs by outcome, their times, the queues and the costs", async () => {
    Object.assign(env(), { METRICS_TOKEN: token });
    await db.job.deleteMany();
    const before = await figures();
    const author = await makeAuthor();
    provideScript(2);
    const { jobId } = await start(author, 2);
    const waiting = await figures();
    expect(figure(waiting, 'inkwright_jobs_open{kind="scene",status="queued"}')).toBe(1);
    expect(figure(waiting, "inkwright_outbox_events_waiting")).toBeGreaterThanOrEqual(1);
    await withUsage({ jobId }, "text", async (onUsage) =>
      onUsage({
        provider: "openai",
        model: "gpt-4o-mini",
        kind: "text",
        milliseconds: 1_500,
        outcome: "completed",
        units: { inputTokens: 1_000_000 },
      }),
    );
    await playEvents();
    const text = await figures();
    expect(figure(text, 'inkwright_jobs_open{kind="scene",status="queued"}')).toBeNaN();
    expect(figure(text, 'inkwright_jobs_ended{kind="scene",outcome="completed"}')).toBe(1);
    expect(figure(text, 'inkwright_jobs_ended{kind="panel_image",outcome="completed"}')).toBe(2);
    for (const name of ["queue", "work"]) {
      const slowest = `inkwright_job_${name}_seconds{kind="panel_image",quantile="1"}`;
      expect(figure(text, slowest)).toBeGreaterThanOrEqual(0);
    }
    const of = '{provider="openai",model="gpt-4o-mini",kind="text",outcome="completed"}';
    const added = (name: string) => figure(text, name + of) - (figure(before, name + of) || 0);
    expect(added("inkwright_provider_calls")).toBe(1);
    // A million tokens at $0.15.
    expect(added("inkwright_provider_cost_dollars")).toBeCloseTo(0.15, 6);
    expect(figure(text, "inkwright_outbox_events_waiting")).toBe(0);
    expect(figure(text, "process_resident_memory_bytes")).toBeGreaterThan(1e7);
    expect(text).not.toContain(author.viewer.username);
  });
});
