import { randomUUID } from "node:crypto";
import { Client } from "pg";
import { expect, test } from "@/tests/support/browser";
import { databaseAddress } from "@/tests/support/seeding";
import { author } from "../reader/author";

test("a write expires the page at once, and on every other instance within a second", async ({
  request,
  baseURL,
}) => {
  const ida = await author(request, baseURL);
  const storyId = await ida.seed({ title: "The Slow Instance" });
  const read = async () => (await request.get(`/story/${storyId}/read`)).text();
  expect(await read()).toContain("The Slow Instance");
  const instance = new Client({ connectionString: databaseAddress() });
  await instance.connect();
  try {
    const told: string[] = [];
    instance.on("notification", ({ payload = "" }) => told.push(...payload.split("\n")));
    await instance.query("LISTEN inkwright_pages");
    await ida.call("PUT", `/stories/${storyId}`, { title: "The Story of a Slow Instance" });
    await expect.poll(() => told, { timeout: 1_000 }).toContain(`story:${storyId}`);
    expect(await read()).toContain("The Story of a Slow Instance");
  } finally {
    await instance.end();
  }
});

test("shared caches may keep a page for five minutes, and a 404 for ten seconds @full", async ({
  request,
  baseURL,
}) => {
  const ida = await author(request, baseURL);
  const storyId = await ida.seed({ title: "The Shared Page" });
  const agesOf = async (path: string) => (await request.get(path)).headers()["cache-control"];
  const pages = [
    "/",
    `/story/${storyId}/read`,
    `/story/${storyId}/remixes`,
    `/user/${ida.username}`,
  ];
  for (const path of pages) {
    expect(await agesOf(path)).toBe("s-maxage=300, stale-while-revalidate=300");
  }
  const unknown = randomUUID();
  for (const path of [
    `/story/${unknown}/read`,
    "/story/no-such-id/read",
    `/story/${unknown}/remixes`,
    "/user/nobody-of-this-name",
    "/?page=49",
  ]) {
    const answer = await request.get(path);
    expect(answer.status()).toBe(404);
    expect(answer.headers()["cache-control"]).toMatch(/^s-maxage=10,/);
  }
});

test("a path that cannot be decoded is not found @full", async ({ request, baseURL }) => {
  // A browser's client would not send it as it is.
  for (const [path, status] of [
    ["/tag/%E0%A4%A", 404],
    ["/api/stories/%ff", 404],
  ] as const) {
    const answer = await fetch(`${baseURL}${path}`);
    expect(answer.status).toBe(status);
    await answer.body?.cancel();
  }
  expect((await request.get("/")).status()).toBe(200);
});
