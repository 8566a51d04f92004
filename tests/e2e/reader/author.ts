import type { APIRequestContext } from "@playwright/test";
import { expect } from "@/tests/support/browser";
import type { StoryPlan } from "@/tests/support/rows/story-rows";
import { seedStory } from "@/tests/support/seeding";
import { newUser } from "../accounts/users";

/** An author who acts by API calls: the page of the test stays a visitor's. */
export interface Author {
  username: string;
  call: <T>(method: string, path: string, data?: object) => Promise<T>;
  /** Inserts a story into the database, published by default. @returns its id */
  seed: (plan?: Partial<Omit<StoryPlan, "username">>) => Promise<string>;
}

export async function author(request: APIRequestContext, baseURL = ""): Promise<Author> {
  const person = newUser();
  const call = async <T>(method: string, path: string, data?: object): Promise<T> => {
    const answer = await request.fetch(`/api${path}`, {
      method,
      headers: { origin: baseURL },
      ...(data ? { data } : {}),
    });
    expect(answer.ok(), `${method} ${path}: ${answer.status()} ${await answer.text()}`).toBe(true);
    return ((await answer.json()) as { data: T }).data;
  };
  await call("POST", "/auth/register", { ...person, firstName: "Ida", lastName: "Lund" });
  return {
    username: person.username,
    call,
    seed: (plan = {}) =>
      seedStory({
        username: person.username,
        scenes: [2, 1],
        publishedAt: new Date().toISOString(),
        ...plan,
      }),
  };
}
