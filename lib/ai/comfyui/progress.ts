import "server-only";
import { randomUUID } from "node:crypto";
import { z } from "zod";
import { jsonOf } from "../json-of";

const message = z.object({
  type: z.string(),
  data: z.object({
    prompt_id: z.string().nullish(),
    node: z.string().nullish(),
    value: z.number().optional(),
    max: z.number().optional(),
  }),
});

const endings = new Set(["execution_success", "execution_error", "execution_interrupted"]);
/** Milliseconds after which a run without a reported end is forgotten. */
const maxRunMs = 3_600_000;

/**
 * Follows the progress of runs on the server's websocket, which reports to the client that queued
 * them and stays open while there are runs. If it fails, only the progress is missing: results are
 * polled.
 * @param base the server's address, without credentials
 */
export function followProgress(base: string) {
  const clientId = randomUUID();
  const runs = new Map<string, { percent: number; since: number }>();
  let socket: WebSocket | undefined;

  function onMessage({ data }: MessageEvent): void {
    // Binary messages are previews.
    const parsed = typeof data === "string" ? message.safeParse(jsonOf(data)) : null;
    if (!parsed?.success) return;
    const { type, data: told } = parsed.data;
    const { prompt_id: runId, value, max } = told;
    const [only] = runs.size === 1 ? runs.keys() : [];
    // Old versions do not name the run.
    const known = runs.get(runId ?? only ?? "");
    if (type === "progress" && known && value !== undefined && max) {
      known.percent = Math.max(known.percent, Math.min(99, Math.round((100 * value) / max)));
    }
    if (endings.has(type) || (type === "executing" && told.node === null)) forget(runId ?? "");
  }

  function forget(runId: string): void {
    runs.delete(runId);
    for (const [id, { since }] of runs) if (Date.now() - since > maxRunMs) runs.delete(id);
    if (runs.size === 0) socket?.close();
  }

  return {
    clientId,
    /** Opens the websocket, before the run is queued. */
    open(): void {
      if (socket && socket.readyState <= WebSocket.OPEN) return;
      const opened = new WebSocket(`${base.replace(/^http/, "ws")}/ws?clientId=${clientId}`);
      opened.addEventListener("message", onMessage);
      // It is a convenience: the next run opens another one.
      opened.addEventListener("error", () => {});
      socket = opened;
    },
    follow: (runId: string): void => void runs.set(runId, { percent: 0, since: Date.now() }),
    /** 0 to 99; null for a run that is not followed here. */
    percentOf: (runId: string): number | null => runs.get(runId)?.percent ?? null,
    forget,
  };
}
