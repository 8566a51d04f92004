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
 * story checks access.
 */
export function createLiveStream(storyId: string, signal: AbortSignal): Response {
  const encoder = new TextEncoder();
  let end = () => {};
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      let isOpen = true;
      let pending: NodeJS.Timeout | undefined;
      let unwatch = () => {};
      const write = (text: string) => {
        if (isOpen) controller.enqueue(encoder.encode(text));
      };
      const beat = setInterval(() => write(": still here\n\n"), heartbeat);
      const timer = setTimeout(() => end(), lifetime);
      end = () => {
        if (!isOpen) return;
        isOpen = false;
        clearInterval(beat);
        clearTimeout(timer);
        clearTimeout(pending);
        openStreams.delete(end);
        unwatch();
        try {
          controller.close();
        } catch {
          // The client has disconnected, so the stream is closed already.
        }
      };
      openStreams.add(end);
      signal.addEventListener("abort", () => end());
      const unsubscribe = await storyChanges().watch(storyId, () => {
        pending ??= setTimeout(() => {
          pending = undefined;
          write("event: change\ndata: {}\n\n");
        }, batchWindowMs);
      });
      if (isOpen) unwatch = unsubscribe;
      else unsubscribe();
      // Sent once the subscription stands: clients that read the story earlier read it again.
      write(`retry: ${reconnectAfter}\nevent: ready\ndata: {}\n\n`);
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
