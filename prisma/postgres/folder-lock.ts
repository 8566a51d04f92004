import { createHash } from "node:crypto";
import { realpathSync, statSync, unlinkSync } from "node:fs";
import { connect, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/**
 * Address of the folder's lock: a socket, because the system closes it with its process. A lock
 * file with a process id would outlive a killed process and mislead once the id is reused.
 */
function address(folder: string): string {
  const hash = createHash("sha256").update(realpathSync(folder)).digest("hex").slice(0, 16);
  return process.platform === "win32"
    ? `\\\\.\\pipe\\inkwright-${hash}`
    : path.join(tmpdir(), `inkwright-${hash}.sock`);
}

function listen(at: string): Promise<Server | null> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => {
      socket.on("error", () => {});
      socket.end(String(process.pid));
    });
    server.unref();
    server.once("error", (error: NodeJS.ErrnoException) =>
      error.code === "EADDRINUSE" ? resolve(null) : reject(error),
    );
    server.listen(at, () => resolve(server));
  });
}

/** The process id of the holder, or null where no process answers. */
function askHolder(at: string): Promise<number | null> {
  return new Promise((resolve) => {
    let answer = "";
    const socket = connect(at);
    socket.setTimeout(2000, () => socket.destroy());
    socket.on("data", (chunk) => {
      answer += chunk.toString();
    });
    socket.on("error", () => resolve(null));
    socket.on("close", () => resolve(Number(answer) || null));
  });
}

function inode(at: string): number | null {
  return statSync(at, { throwIfNoEntry: false })?.ino ?? null;
}

/** The result of a lock attempt: its release function, or the process that holds the lock. */
export type FolderLock = { release: () => Promise<void> } | { heldBy: number };

/** Locks an existing folder for this process until it ends or releases the lock. */
export async function lockFolder(folder: string): Promise<FolderLock> {
  const at = address(folder);
  for (;;) {
    const server = await listen(at);
    if (server) {
      const mine = inode(at);
      // Another process that found the same dead socket may have replaced ours just now.
      await sleep(20);
      if (process.platform !== "win32" && inode(at) !== mine) {
        server.close();
        continue;
      }
      return { release: () => new Promise((resolve) => server.close(() => resolve())) };
    }
    const heldBy = await askHolder(at);
    if (heldBy !== null) return { heldBy };
    try {
      unlinkSync(at);
    } catch {
      // Another process removed it first.
    }
    await sleep(20);
  }
}
