import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it, vi } from "vitest";
import { dropConnections, instance, listening, query } from "./support";

const within = { timeout: 10_000, interval: 10 };

describe("an expiry on one instance", () => {
  it("reaches all others within a second, and not itself", async () => {
    const [writer, one, other] = [instance(), instance(), instance()];
    for (const each of [writer, one, other]) await listening(each);
    await writer.publish(["story:1", "feed"]);
    const told = () => expect([one.told, other.told]).toEqual(Array(2).fill(["story:1", "feed"]));
    await vi.waitFor(told, { timeout: 1_000, interval: 10 });
    await Promise.all([1, 2, 3].map((number) => one.publish([`story:q${number}`])));
    await vi.waitFor(
      () => expect(new Set(writer.told)).toEqual(new Set(["story:q1", "story:q2", "story:q3"])),
      { timeout: 1_000, interval: 10 },
    );
    expect(one.told).toEqual(["story:1", "feed"]);
  });

  it("may exceed one message", async () => {
    const [writer, reader] = [instance(), instance()];
    await listening(writer);
    await listening(reader);
    const many = Array.from({ length: 1_000 }, (_, index) => `author:Änne "the ${index}th"`);
    await writer.publish([...many, "x".repeat(256)]);
    await vi.waitFor(() => expect(reader.told).toEqual([...many, "x".repeat(256)]), within);
  });

  it("is announced after an outage, and an instance that may have missed something trusts no page", async () => {
    const [writer, reader] = [instance(), instance()];
    await listening(writer);
    await listening(reader);
    await dropConnections();
    await vi.waitFor(() => expect(reader.events.errors).toBeGreaterThan(0), within);
    await writer.publish(["story:2"]);
    await listening(writer, 2);
    await listening(reader, 2);
    await writer.publish(["story:3"]);
    await vi.waitFor(() => expect(reader.told).toContain("story:3"), within);
  });

  it("is sent as soon as there is a connection", async () => {
    const reader = instance();
    await listening(reader);
    const writer = instance();
    await writer.publish(["story:early"]);
    expect(reader.told).toEqual([]);
    await vi.waitFor(() => expect(reader.told).toEqual(["story:early"]), within);
  });

  it("delays no write where there is no database", async () => {
    const lonely = instance("postgresql://nobody@127.0.0.1:9/nothing");
    const before = performance.now();
    await lonely.publish(["story:4"]);
    expect(performance.now() - before).toBeLessThan(500);
    // It goes on trying, and complains once.
    await sleep(2_500);
    expect(lonely.events).toEqual({ missed: 0, errors: 1 });
  });

  it("ignores foreign messages on the channel", async () => {
    const reader = instance();
    await listening(reader);
    for (const words of ["", "{", "story:strange"]) {
      await query("SELECT pg_notify('inkwright_pages', $1)", [words]);
    }
    await vi.waitFor(() => expect(reader.told).toContain("story:strange"), within);
    expect(reader.events).toEqual({ missed: 1, errors: 0 });
  });
});
