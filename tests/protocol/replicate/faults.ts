import type { ServerResponse } from "node:http";

/** How a call fails. What is not refused with a status has been taken all the same. */
export type Fault =
  | { status: number; detail?: string; headers?: Record<string, string> }
  | { reset: "before" | "after" }
  | { hang: true }
  | { cut: true }
  | { garbage: string }
  | { drip: true };

const dripMs = 40;

/** A byte now and then, for ever. */
export function drip(response: ServerResponse, mediaType: string): void {
  response.writeHead(200, { "content-type": mediaType });
  const drops = setInterval(() => response.write(" "), dripMs);
  response.on("close", () => clearInterval(drops));
}

/** Answers as badly as it was told to. */
export function faulty(fault: Fault, response: ServerResponse, body: object): void {
  const text = JSON.stringify(body);
  const json = { "content-type": "application/json" };
  if ("status" in fault) {
    const { status, detail = "It does not work.", headers = {} } = fault;
    const told = JSON.stringify({ title: "Error", detail, status });
    response.writeHead(status, { ...json, ...headers }).end(told);
  } else if ("reset" in fault) {
    response.socket?.resetAndDestroy();
  } else if ("cut" in fault) {
    response.writeHead(201, { ...json, "content-length": String(text.length + 100) });
    response.write(text.slice(0, 40), () => response.destroy());
  } else if ("garbage" in fault) {
    response.writeHead(200, json).end(fault.garbage);
  } else if ("drip" in fault) {
    drip(response, "application/json");
  }
  // A hanging request gets no response.
}
