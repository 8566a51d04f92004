import { afterAll, expect, test } from "vitest";
import { pause, startStack, until } from "./support/stack";

/** The started runs, in order: the function's letter, its author, its number. */
const begun: string[] = [];
const mostAtOnce = new Map<string, number>();
const now = new Map<string, number>();

async function work(group: string, name: string, ms: number): Promise<void> {
  begun.push(name);
  const running = (now.get(group) ?? 0) + 1;
  now.set(group, running);
  mostAtOnce.set(group, Math.max(running, mostAtOnce.get(group) ?? 0));
  await pause(ms);
  now.set(group, (now.get(group) ?? 1) - 1);
}

const stack = await startStack((on) => {
  const painting = (id: string, each: number) =>
    on(
      {
        id,
        event: `f/${id}`,
        cancelOn: [{ event: "f/called-off", match: "data.author" }],
        concurrency: [
          { key: "event.data.author", limit: each },
          { scope: "env", key: '"painter"', limit: 2 },
        ],
      },
      ({ event, step }) =>
        step.run("paint", () =>
          work("painter", `${id} ${event.data.author}${event.data.n}`, event.data.ms),
        ),
    );
  return [
    painting("panel", 2),
    painting("portrait", 1),
    on(
      {
        id: "paced",
        event: "f/paced",
        concurrency: [{ key: "event.data.author", limit: 5 }],
        throttle: { limit: 1, period: "1s" },
      },
      ({ event, step }) =>
        step.run("go", () => work("paced", `${event.data.author}${event.data.n}`, 0)),
    ),
  ];
});
afterAll(() => stack.stop());

const events = (name: string, author: string, count: number, ms = 60) =>
  Array.from({ length: count }, (_, n) => ({ name: `f/${name}`, data: { author, n, ms } }));

const allBegun = (count: number) => until(() => begun.length >= count, `${count} began`, 30_000);

test("authors take turns, and a new author's first run comes next, regardless of other queues", async () => {
  await stack.client.send(events("panel", "a", 12));
  await stack.client.send(events("panel", "b", 4));
  await allBegun(5);
  const before = begun.length;
  await stack.client.send(events("panel", "c", 2));
  await allBegun(18);
  const order = begun.map((name) => name.replace("panel ", ""));
  // The running ones, and those claimed while the event came in.
  expect(order.indexOf("c0")).toBeLessThanOrEqual(before + 3);
  expect(order.indexOf("b3")).toBeLessThan(order.indexOf("a9"));
  expect(order.indexOf("c1")).toBeLessThan(order.indexOf("a9"));
  expect(mostAtOnce.get("painter")).toBe(2);
});

test("functions that share a limit keep it together, and neither blocks the other", async () => {
  begun.length = 0;
  await stack.client.send(events("panel", "d", 6));
  await stack.client.send(events("panel", "e", 6));
  await stack.client.send(events("portrait", "d", 2));
  await allBegun(14);
  expect(mostAtOnce.get("painter")).toBe(2);
  expect(begun.indexOf("portrait d1")).toBeLessThan(9);
});

test("throttled runs are started in turns as well", async () => {
  begun.length = 0;
  await stack.client.send(events("paced", "a", 4));
  // Two come at once.
  await allBegun(2);
  await stack.client.send(events("paced", "b", 1));
  await allBegun(5);
  expect(begun.slice(0, 2).toSorted()).toEqual(["a0", "a1"]);
  expect(begun.slice(2)).toEqual(["b0", "a2", "a3"]);
});

test("runs that are cancelled before their start give their turns back", async () => {
  begun.length = 0;
  await stack.client.send(events("panel", "f", 2, 1_500));
  await allBegun(2);
  await stack.client.send([...events("panel", "g", 8), ...events("panel", "h", 8)]);
  await stack.client.send({ name: "f/called-off", data: { author: "g" } });
  const calledOff = async () => {
    const [row] = await stack.db.query<{ runs: number }>(
      "SELECT count(*)::int AS runs FROM run WHERE status = 'cancelled'",
    );
    return row?.runs === 8;
  };
  await until(calledOff, "eight are called off", 10_000);
  await stack.client.send(events("panel", "g", 1));
  await allBegun(11);
  // Not behind the eight of another one, as if eight of its own were still to come.
  expect(begun.slice(2).indexOf("panel g0")).toBeLessThan(4);
});
