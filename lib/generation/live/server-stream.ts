/** The server-sent events of a story. */
import "server-only";
import { storyChanges } from "./story-changes-service";

/** Milliseconds. Hosts end long responses anyway; the browser reconnects by itself. */
const lifetime = 50_000;
const heartbeat = 15_000;
const reconnectAfter = 250;
/** Milliseconds. Changes within this window are sent as one event. */
const batchWindowMs = 25;

// Next bundles start-up code and routes separately: shared state must hang on the process.
const holder = globalThis as { inkwrightStreams?: Set<() => void> };
holder.inkwrightStreams ??= new Set();
const openStreams = holder.inkwrightStreams;

/** Ends every stream, so that the server can stop; browsers reconnect elsewhere. */
export function endLiveStreams(): void {
  for (const end of [...openStreams]) end();
}

/**
 * Server-sent events that say that a story changed. They carry no content: the route that reads the
 * story checks access. Without notifications of the database there is no stream, and the browser
 * polls.
 */
export async function createLiveStream(storyId: string, signal: AbortSignal): Promise<Response> {
  let onChange = () => {};
  let end = () => {};
  const watcher = { onChange: () => onChange(), onLost: () => end() };
  const unwatch = await storyChanges().watch(storyId, watcher);
  if (!unwatch) return new Response(null, { status: 204 });
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      let pending: NodeJS.Timeout | undefined;
      const write = (text: string) => controller.enqueue(encoder.encode(text));
      const beat = setInterval(() => write(": still here\n\n"), heartbeat);
      const timer = setTimeout(() => end(), lifetime);
      onChange = () => {
        pending ??= setTimeout(() => {
          pending = undefined;
          write("event: change\ndata: {}\n\n");
        }, batchWindowMs);
      };
      end = () => {
        end = () => {};
        onChange = () => {};
        clearInterval(beat);
        clearTimeout(timer);
        clearTimeout(pending);
        openStreams.delete(endThis);
        unwatch();
        try {
          controller.close();
        } catch {
          // The client has disconnected, so the stream is closed already.
        }
      };
      const endThis = () => end();
      openStreams.add(endThis);
      signal.addEventListener("abort", endThis);
      // Clients that read the story before this read it again.
      write(`retry: ${reconnectAfter}\nevent: ready\ndata: {}\n\n`);
      if (signal.aborted) end();
    },
    cancel: () => end(),
  });
  return new Response(body, {
    headers: {
      "content-type": "text/event-stream; charset=utf-8",
      // `no-transform` keeps compression from buffering events.
      "cache-control": "private, no-store, no-transform",
      "x-accel-buffering": "no",
    },
  });
}
