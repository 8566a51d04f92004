import { type Page, test } from "@playwright/test";
import { expect } from "./browser";

/** The site's origin, which writes must have. */
export const ownOrigin = (): string => String(test.info().project.use.baseURL);

/** Calls the API with the page's cookies, as its own script would, from any page. */
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
