import { createHash } from "node:crypto";
import type { Server } from "node:http";
import type { Duplex } from "node:stream";

/** The sending half of the websocket protocol (RFC 6455): texts to clients by their `clientId`. */
export function openSockets(server: Server, path: string) {
  const sockets = new Map<string, Duplex>();
  server.on("upgrade", (request, socket) => {
    const url = new URL(request.url ?? "/", "http://localhost");
    if (url.pathname !== path) return void socket.destroy();
    const key = `${request.headers["sec-websocket-key"]}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`;
    const accept = createHash("sha1").update(key).digest("base64");
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
    );
    const id = url.searchParams.get("clientId") ?? "";
    sockets.set(id, socket);
    socket.on("error", () => {});
    socket.on("close", () => sockets.delete(id));
    // A closing frame is answered by the end of the connection.
    socket.on("data", (frame: Buffer) => ((frame[0] ?? 0) & 15) === 8 && socket.end());
  });
  return {
    count: () => sockets.size,
    send(clientId: string, message: object): void {
      const text = Buffer.from(JSON.stringify(message));
      const length = text.length < 126 ? [text.length] : [126, text.length >> 8, text.length & 255];
      sockets.get(clientId)?.write(Buffer.concat([Buffer.from([0x81, ...length]), text]));
    },
    closeAll: () => {
      for (const socket of sockets.values()) socket.destroy();
    },
  };
}
