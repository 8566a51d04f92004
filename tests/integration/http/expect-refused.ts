import { expect } from "vitest";
import type { Method } from "@/lib/platform/http/route";
import { type CallOptions, call, snapshot } from "./harness";

/** A call that must be refused without a trace. */
export async function expectRefused(
  status: number,
  method: Method,
  path: string,
  options: CallOptions,
) {
  const before = await snapshot();
  const answer = await call(method, path, options);
  expect(answer.status, `${method} ${path} ${JSON.stringify(options?.body)} ${answer.text}`).toBe(
    status,
  );
  expect(await snapshot()).toEqual(before);
  return answer;
}
