import fc from "fast-check";
import { expect, it } from "vitest";
import { db } from "@/lib/platform/db";
import type { Fields } from "@/tests/support/books/archives";
import { publicView, publishStories } from "./public-view";
import { action, actions, arrive, first, type Name, outcomes } from "./stranger-actions";

const seed = Number(process.env.OTHERS_SEED ?? 20_261_129);
const rounds = 12;

/** The lines that only one of two texts contains. */
function difference(was = "", is = ""): string {
  const [before, after] = [was.split("\n"), is.split("\n")];
  const gone = before.filter((line) => !after.includes(line)).map((line) => `- ${line.trim()}`);
  const come = after.filter((line) => !before.includes(line)).map((line) => `+ ${line.trim()}`);
  return [...gone, ...come].join("\n").slice(0, 600) || "another order";
}

it(`S30 no call of a stranger changes the public view of other accounts (seed ${seed})`, async () => {
  await publishStories();
  await arrive();
  let before = await publicView();
  expect(before.size).toBeGreaterThan(280);
  expect([...(await publicView())], "asked twice").toEqual([...before]);
  const changes: string[] = [];
  const round = fc.array(action, { minLength: 2, maxLength: 4 });
  const each = Object.entries(actions).flatMap(([name, { values }]) =>
    fc
      .sample(values as fc.Arbitrary<Fields>, { seed: 2, numRuns: 3 })
      .map((some) => ({ name: name as Name, values: some })),
  );
  for (const tries of [first, each, ...fc.sample(round, { seed, numRuns: rounds })]) {
    for (const { name, values } of tries) {
      await db.rateLimit.deleteMany();
      await actions[name].run(values);
    }
    const after = await publicView();
    const done = tries.map(({ name, values }) => `${name} ${JSON.stringify(values)}`).join("; ");
    const places = new Map<string, string[]>();
    for (const key of new Set([...before.keys(), ...after.keys()])) {
      if (before.get(key) === after.get(key)) continue;
      const what = difference(before.get(key), after.get(key));
      places.set(what, [...(places.get(what) ?? []), key]);
    }
    for (const [what, keys] of places) {
      changes.push(`${keys.join(", ")}:\n${what}\nafter ${done.slice(0, 600)}`);
    }
    before = after;
  }
  expect(changes, changes.join("\n\n")).toEqual([]);
  // None of it is kept from what it tries by another rule.
  expect([...outcomes.keys()]).toEqual(
    expect.arrayContaining([
      "POST /stories/import 201",
      "POST /stories/{storyId}/remix 201",
      "POST /stories/{storyId}/remix-scene/{scene} 201",
      "PUT /stories/{storyId} 200",
      "PUT /scenes/{sceneId}/panels/{panelNumber} 200",
      "POST /likes/stories/{storyId} 200",
      "POST /reports 201",
      "POST /stories/{storyId}/views 204",
      "PUT /stories/{storyId}/progress 204",
      "POST /events 204",
      "POST /upload/image 201",
      "PUT /auth/profile 200",
      "DELETE /stories/{storyId} 200",
      "DELETE /auth/account 200",
    ]),
  );
}, 300_000);
