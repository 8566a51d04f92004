import { createServer } from "node:net";
import { StartupError } from "../../prisma/postgres/startup-error.ts";

function tryPort(port: number, host?: string): Promise<number> {
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

/** A port of 127.0.0.1 that nobody uses now. */
export const freePort = (): Promise<number> => tryPort(0, "127.0.0.1");

/** Throws a StartupError that names the port and another way where somebody uses it. */
export async function requirePort(port: number): Promise<void> {
  try {
    await tryPort(port, "127.0.0.1");
    await tryPort(port);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "EADDRINUSE") {
      throw new StartupError(
        `Port ${port} is in use by another program. Stop that one, or choose another port: PORT=${port + 1} npm start`,
      );
    }
    if (code === "EACCES") {
      throw new StartupError(
        `This user may not serve on port ${port}. Choose one above 1023: PORT=3000 npm start`,
      );
    }
    throw new StartupError(`Port ${port} cannot be used: ${message}`);
  }
}
