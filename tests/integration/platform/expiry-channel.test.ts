import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { describe, expect, it, vi } from "vitest";
import { connectionString, instance, listening } from "./support";

describe("what one instance expires", () => {
  it("is known to all others when the write is answered, and not said to itself", async () => {
    const [writer, quick, slow] = [
      await instance(),
      await instance(),
      await instance(connectionString, 60),
    ];
    for (const one of [writer, quick, slow]) await listening(one);
    await writer.channel.publish(["story:1", "feed"]);
    expect([quick.told, slow.told]).toEqual([
      ["story:1", "feed"],
      ["story:1", "feed"],
    ]);
    expect(writer.told).toEqual([]);
    // Writes that come while others are waited for.
    await Promise.all([1, 2, 3].map((number) => quick.channel.publish([`story:q${number}`])));
    expect(slow.told).toEqual(["story:1", "feed", "story:q1", "story:q2", "story:q3"]);
    await Promise.all([
      quick.channel.publish(["story:both"]).then(() => expect(writer.told).toContain("story:both")),
      writer.channel.publish(["story:too"]).then(() => expect(quick.told).toContain("story:too")),
    ]);
  });

  it("is waited for half a second where an instance sleeps, once until it is heard again", async () => {
    const writer = await instance();
    await listening(writer);
    const publish = async () => {
      const before = performance.now();
      await writer.channel.publish(["story:5"]);
      return performance.now() - before;
    };
    const id = randomUUID();
    const sleeper = new Client({ connectionString, application_name: `inkwright-pages ${id}` });
    await sleeper.connect();
    const first = await publish();
    expect(first).toBeGreaterThan(450);
    expect(first).toBeLessThan(1_500);
    expect(await publish()).toBeLessThan(400);
    await sleeper.query("SELECT pg_notify('inkwright_pages', $1)", [
      JSON.stringify({ from: id, tags: [] }),
    ]);
    await sleep(50);
    expect(await publish()).toBeGreaterThan(450);
    expect(await publish()).toBeLessThan(400);
    await sleeper.end();
  });

  it("may be more than one message holds", async () => {
    const [writer, reader] = [await instance(), await instance()];
    await listening(writer);
    await listening(reader);
    const many = Array.from({ length: 1_000 }, (_, index) => `author:Änne "the ${index}th"`);
    await writer.channel.publish(many);
    await vi.waitFor(() => expect(reader.told.toSorted()).toEqual(many.toSorted()), {
      timeout: 10_000,
    });
  });

  it("is said after an outage, and whoever may have missed something trusts no page", async () => {
    const [writer, reader] = [await instance(), await instance()];
    await listening(writer);
    await listening(reader);
    const killer = new Client({ connectionString });
    await killer.connect();
    await killer.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE application_name LIKE 'inkwright-pages%' AND datname = current_database()`,
    );
    await killer.end();
    await sleep(50);
    const before = performance.now();
    await writer.channel.publish(["story:2"]);
    expect(performance.now() - before).toBeLessThan(4_000);
    await vi.waitFor(() => expect(reader.events.missed).toBeGreaterThanOrEqual(2), {
      timeout: 10_000,
    });
    await vi.waitFor(() => expect(writer.events.missed).toBeGreaterThanOrEqual(2), {
      timeout: 10_000,
    });
    // Said before or after the reader came back: then it trusts nothing from before.
    await writer.channel.publish(["story:3"]);
    await vi.waitFor(() => expect(reader.told).toContain("story:3"), { timeout: 10_000 });
  });

  it("keeps no write waiting where there is no database", async () => {
    const lonely = await instance("postgresql://nobody@127.0.0.1:9/nothing");
    const before = performance.now();
    await lonely.channel.publish(["story:4"]);
    expect(performance.now() - before).toBeLessThan(2_500);
    expect(lonely.events.errors).toBeGreaterThan(0);
  });

  it("is not disturbed by what others say on the channel", async () => {
    const reader = await instance();
    await listening(reader);
    const stranger = new Client({ connectionString });
    await stranger.connect();
    const known = { from: randomUUID(), number: "x'; DROP TABLE story" };
    for (const words of [
      "",
      "{",
      "null",
      '{"tags":"x"}',
      '{"from":1,"tags":[1,{"toString":1},"story:strange"],"number":1}',
      JSON.stringify({ from: "x".repeat(100), tags: [], number: 1 }),
      JSON.stringify({ ...known, tags: [] }),
      JSON.stringify({ ...known, tags: [], number: 7 }),
    ]) {
      await stranger.query("SELECT pg_notify('inkwright_pages', $1)", [words]);
    }
    await stranger.end();
    await vi.waitFor(() => expect(reader.told).toEqual(["story:strange"]), {
      timeout: 10_000,
    });
    expect(reader.events).toEqual({ missed: 1, errors: 0 });
    const other = await instance();
    await listening(other);
    await reader.channel.publish(["story:7"]);
    expect(other.told).toEqual(["story:7"]);
  });
});
