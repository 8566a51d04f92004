import type { IncomingMessage } from "node:http";

declare global {
  /** Ids of requests whose page failed because the database is down (`instrumentation.ts`). */
  var inkwrightFailedPages: Set<unknown> | undefined;
}

export const peerHeader: string;
export function receive(request: IncomingMessage): number;
export function readableAddress(address: string): string;
export function consumeDatabaseFailure(request: IncomingMessage): boolean;
