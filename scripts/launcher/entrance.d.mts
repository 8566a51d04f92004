import type { IncomingMessage } from "node:http";

export const peerHeader: string;
export function receive(request: IncomingMessage): number;
export function readableAddress(address: string): string;
