import { type Page, test } from "@playwright/test";
import { expect } from "./browser";

/** The site's own address: writes come from there, as those of its pages do. */
export const ownOrigin = (): string => String(test.info().project.use.baseURL);

/** A call with the page's cookies, as its own script would make it, whatever is open in it. */
export async function call<T = Record<string, unknown>>(
  page: Page,
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE",
  path: string,
  data?: object,
): Promise<T> {
  const origin = ownOrigin();
  const answer = await page.request.fetch(`${origin}/api${path}`, {
    method,
    headers: { origin },
    ...(data ? { data } : {}),
  });
  expect(answer.ok(), `${method} ${path}: ${answer.status()} ${await answer.text()}`).toBe(true);
  return ((await answer.json()) as { data: T }).data;
}
