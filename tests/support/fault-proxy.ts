import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/**
 * The fault that the proxy adds: none; a delay; a reset; an end on one side; accepted
 * and never answered; refused.
 */
export type Fault =
  | { kind: "none" }
  | { kind: "latency"; ms: number }
  | { kind: "reset" }
  | { kind: "half-close" }
  | { kind: "black-hole" };

export interface FaultProxy {
  port: number;
  /** Applies from now on, to open connections too. */
  become(fault: Fault): void;
  stop(): Promise<void>;
}

/** A TCP proxy in front of a database, a store or a provider, with the faults of networks. */
export async function startFaultProxy(target: { host: string; port: number }): Promise<FaultProxy> {
  let fault: Fault = { kind: "none" };
  const open = new Set<Socket>();
  const pass = (from: Socket, to: Socket) => {
    from.on("data", async (chunk: Buffer) => {
      if (fault.kind === "black-hole") return;
      if (fault.kind === "latency") await sleep(fault.ms);
      if (!to.destroyed) to.write(chunk);
    });
    from.on("end", () => to.end());
    from.on("error", () => to.destroy());
    from.on("close", () => {
      open.delete(from);
      to.destroy();
    });
  };
  const afflict = (socket: Socket) => {
    if (fault.kind === "reset") socket.resetAndDestroy();
    if (fault.kind === "half-close") socket.end();
  };
  const server = createServer({ allowHalfOpen: true }, (client) => {
    open.add(client);
    const upstream = connect({ ...target, allowHalfOpen: true });
    open.add(upstream);
    pass(client, upstream);
    pass(upstream, client);
    afflict(client);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    become: (next) => {
      fault = next;
      for (const socket of open) afflict(socket);
    },
    stop: async () => {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
