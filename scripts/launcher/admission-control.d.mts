import type { IncomingMessage, ServerResponse } from "node:http";

export class Admission {
  constructor(utilization?: () => number);
  enter(what: { isBackground: boolean }): Promise<boolean>;
  leave(): void;
  look(): void;
  end(): void;
}
export function admit(
  request: IncomingMessage,
  response: ServerResponse,
  work: () => unknown,
): Promise<unknown>;
