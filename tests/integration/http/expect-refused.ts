import { expect } from "vitest";
import { type Answer, snapshot } from "./harness";

/** A call that must be refused without a trace. */
export async function expectRefused(status: number, send: () => Promise<Answer>) {
  const before = await snapshot();
  const answer = await send();
  expect(answer.status, `${send} ${answer.text}`).toBe(status);
  expect(await snapshot()).toEqual(before);
  return answer;
}
