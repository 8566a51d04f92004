import { once } from "node:events";
import { createServer } from "node:net";

const message = (type: string, body: Buffer | string) => {
  const bytes = Buffer.from(body);
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeInt32BE(bytes.length + 4, 1);
  return Buffer.concat([head, bytes]);
};

/** Begins connections as PgBouncer does: it refuses those that come with settings. */
export async function startPooler(): Promise<{ url: string; close: () => void }> {
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", (startup: Buffer) => {
      const name = /\w+_timeout/.exec(startup.toString("latin1"))?.[0];
      const text = `SFATAL\0VFATAL\0C08P01\0Munsupported startup parameter: ${name}\0\0`;
      const ok = [message("R", Buffer.alloc(4)), message("Z", "I")];
      socket.end(name ? message("E", text) : Buffer.concat(ok));
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? address?.port : 0;
  return { url: `postgresql://u:sesame@127.0.0.1:${port}/x`, close: () => server.close() };
}
