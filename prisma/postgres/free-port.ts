import { createServer } from "node:net";

/** The port itself if it can be used, or a free one for 0. */
export function tryPort(port: number, host?: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen({ port, host, exclusive: true }, () => {
      const address = probe.address();
      const found = typeof address === "object" && address ? address.port : port;
      probe.close(() => resolve(found));
    });
  });
}

/** A free port of 127.0.0.1. */
export const freePort = (): Promise<number> => tryPort(0, "127.0.0.1");
