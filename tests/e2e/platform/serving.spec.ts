import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { expect, test } from "@/tests/support/browser";
import { databaseAddress } from "@/tests/support/seeding";
import { author } from "../reader/author";

test("the home page answers and has a title", async ({ page }) => {
  const response = await page.goto("/");
  expect(response?.status()).toBe(200);
  await expect(page).toHaveTitle(/Inkwright/);
});

test("the server says that it is ready", async ({ request }) => {
  const response = await request.get("/api/ready");
  expect(response.status()).toBe(200);
});

test("a write is answered once every other instance has dropped its pages", async ({
  request,
  baseURL,
}) => {
  const ida = await author(request, baseURL);
  const storyId = await ida.seed({ title: "The Slow Instance" });
  const instance = new Client({ connectionString: databaseAddress() });
  await instance.connect();
  try {
    const id = randomUUID();
    let hasDropped = false;
    instance.on("notification", async ({ payload = "" }) => {
      const { from, tags, number } = JSON.parse(payload);
      if (tags.includes(`story:${storyId}`)) {
        await sleep(50);
        hasDropped = true;
      }
      const answer = JSON.stringify({ from: id, number });
      const answers = `inkwright_pages_${from}`;
      // Nobody waits for it any more once it has left.
      await instance.query("SELECT pg_notify($1, $2)", [answers, answer]).catch(() => {});
    });
    await instance.query("LISTEN inkwright_pages");
    const name = `inkwright-pages ${id}`;
    await instance.query("SELECT set_config('application_name', $1, false)", [name]);
    const arrival = JSON.stringify({ from: id, tags: [] });
    await instance.query("SELECT pg_notify('inkwright_pages', $1)", [arrival]);
    await ida.call("PUT", `/stories/${storyId}`, { title: "The Story of a Slow Instance" });
    expect(hasDropped).toBe(true);
  } finally {
    await instance.end();
  }
});
