import { tryPort } from "../../prisma/postgres/free-port.ts";
import { StartupError } from "../../prisma/postgres/startup-error.ts";

/** Windows shells do not support variables before a command. */
const withPort = (port: number): string =>
  process.platform === "win32"
    ? `write PORT=${port} into the file .env, and start again`
    : `PORT=${port} npm start`;

/** Throws a StartupError that names the port and a solution if the port is in use. */
export async function requirePort(port: number): Promise<void> {
  try {
    await tryPort(port, "127.0.0.1");
    await tryPort(port);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "EADDRINUSE") {
      throw new StartupError(
        `Port ${port} is in use by another program. Stop that one, or choose another port: ${withPort(port + 1)}`,
      );
    }
    if (code === "EACCES") {
      throw new StartupError(
        port > 1023
          ? `This system keeps port ${port} for itself. Choose another port: ${withPort(port + 100)}`
          : `This user may not serve on port ${port}. Choose one above 1023: ${withPort(3000)}`,
      );
    }
    throw new StartupError(`Port ${port} cannot be used: ${message}`);
  }
}
