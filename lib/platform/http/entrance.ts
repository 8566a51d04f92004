import "server-only";
import { type IncomingMessage, Server } from "node:http";
import { stampPeerAddress } from "./client-address";

/** Looks at each request as it enters the server, before Next does. Safe to call again. */
export function watchEntrance(): void {
  const marker = Symbol.for("inkwright.entrance");
  const prototype = Server.prototype as Server & { [marker]?: boolean };
  if (prototype[marker]) return;
  prototype[marker] = true;
  const emit = prototype.emit;
  prototype.emit = function watched(this: Server, event: string, ...args: unknown[]) {
    if (event === "request") {
      const request = args[0] as IncomingMessage;
      stampPeerAddress(request);
      request.url = readableAddress(request.url ?? "/");
    }
    return Reflect.apply(emit, this, [event, ...args]) as boolean;
  };
}

/**
 * Next answers 500 in plain text to a path that is no text (`/tag/%E0%A4%A`). Such a path is nobody's
 * page, so it becomes one that is found nowhere; calls of the API answer for themselves.
 */
export function readableAddress(address: string): string {
  if (!address.includes("%")) return address;
  const [path = "", ...query] = address.split("?");
  try {
    decodeURIComponent(path);
    return address;
  } catch {
    const known = path.startsWith("/api/")
      ? path.replaceAll("%", "%25")
      : `/${encodeURIComponent(path)}`;
    return [known, ...query].join("?");
  }
}
