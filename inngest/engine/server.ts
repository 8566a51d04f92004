import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { json } from "node:stream/consumers";
import type { Logger } from "pino";
import { z } from "zod";
import type { Database } from "./database";
import { receiveEvent } from "./events";
import { incomingEvent } from "./protocol";
import { sameSecret } from "./signature";

const eventBatch = z.union([
  incomingEvent.transform((event) => [event]),
  z.array(incomingEvent).max(5_000),
]);

/** An error response. */
class HttpError extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

async function readEvents(request: IncomingMessage): Promise<z.infer<typeof eventBatch>> {
  const body = await json(request).catch(() => {
    throw new HttpError(400, "The request body is no JSON");
  });
  const parsed = eventBatch.safeParse(body);
  if (parsed.success) return parsed.data;
  throw new HttpError(400, z.prettifyError(parsed.error));
}

/** The HTTP side of the engine: events and health. */
export function createEngineServer(db: Database, log: Logger, ownKey: string): Server {
  async function answer(request: IncomingMessage): Promise<object> {
    const path = new URL(request.url ?? "/", "http://engine").pathname;
    const [, eventKey] = /^\/e\/([^/]+)$/.exec(path) ?? [];
    if (eventKey === undefined && path !== "/health") throw new HttpError(404, "Not found");
    if (request.method !== (eventKey === undefined ? "GET" : "POST")) {
      throw new HttpError(405, "Method not allowed");
    }
    if (eventKey === undefined) {
      await db.query("SELECT 1");
      return { status: 200, message: "OK" };
    }
    if (!sameSecret(decodeURIComponent(eventKey), ownKey)) {
      throw new HttpError(401, "Event key not found");
    }
    const events = await readEvents(request);
    await db.transaction(async (tx) => {
      for (const event of events) await receiveEvent(tx, event);
    });
    return { ids: events.map(({ id }) => id), status: 200 };
  }

  function send(response: ServerResponse, status: number, body: object): void {
    response.writeHead(status, { "content-type": "application/json" });
    response.end(JSON.stringify(body));
  }

  return createServer((request, response) => {
    answer(request).then(
      (body) => send(response, 200, body),
      (error: unknown) => {
        if (error instanceof HttpError) {
          const { status, message } = error;
          return send(response, status, { status, error: message });
        }
        log.error({ err: error }, "A request failed");
        send(response, 503, { status: 503, error: "The engine cannot reach its database" });
      },
    );
  });
}
