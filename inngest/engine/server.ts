import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { z } from "zod";
import { RegistrationError } from "./definition";
import { receiveEvent } from "./events";
import { newId, seededIds } from "./ids";
import { type Logger, reasonOf } from "./log";
import { headers, incomingEvent, registerBody } from "./protocol";
import { registerApp } from "./registry";
import { hashedSigningKey, sameSecret } from "./signature";
import type { Database } from "./store/database";

const MAX_BODY_BYTES = 4 * 1024 * 1024;
const MAX_EVENTS = 5_000;
const eventBatch = z.union([
  incomingEvent.transform((event) => [event]),
  z.array(incomingEvent).max(MAX_EVENTS),
]);

export interface ServerSettings {
  eventKey: string;
  signingKey: string;
}

/** An error response. */
class HttpError extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) throw new HttpError(413, "The request is larger than 4 MB");
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString("utf8"));
  } catch {
    throw new HttpError(400, "The request body is no JSON");
  }
}

function headerOf(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
}

/** The HTTP side of the engine: event ingestion, registration and health. */
export function createEngineServer(db: Database, log: Logger, settings: ServerSettings): Server {
  const bearer = `Bearer ${hashedSigningKey(settings.signingKey)}`;

  async function ingest(request: IncomingMessage, key: string): Promise<object> {
    if (!sameSecret(key, settings.eventKey)) throw new HttpError(401, "Event key not found");
    const parsed = eventBatch.safeParse(await readJson(request));
    if (!parsed.success) throw new HttpError(400, z.prettifyError(parsed.error));
    const seeded = seededIds(headerOf(request, headers.eventIdSeed));
    const ids = await db.transaction(async (tx) => {
      const received: string[] = [];
      for (const [index, event] of parsed.data.entries()) {
        received.push(await receiveEvent(tx, event, seeded?.(index) ?? newId()));
      }
      return received;
    });
    return { ids, status: 200 };
  }

  async function register(request: IncomingMessage): Promise<object> {
    if (!sameSecret(headerOf(request, "authorization") ?? "", bearer)) {
      throw new HttpError(401, "The signing key is not this engine's");
    }
    const parsed = registerBody.safeParse(await readJson(request));
    if (!parsed.success) throw new HttpError(400, z.prettifyError(parsed.error));
    const { appName, url, sdk = "", functions } = parsed.data;
    const modified = await registerApp(db, { id: appName, url, sdk, functions });
    return { ok: true, status: 200, modified };
  }

  async function health(): Promise<object> {
    await db.query("SELECT 1");
    return { status: 200, message: "OK" };
  }

  async function answer(request: IncomingMessage): Promise<object> {
    const path = new URL(request.url ?? "/", "http://engine").pathname;
    const eventKey = /^\/e\/([^/]+)$/.exec(path)?.[1];
    const expected = path === "/health" ? "GET" : "POST";
    if (eventKey === undefined && path !== "/fn/register" && path !== "/health") {
      throw new HttpError(404, "Not found");
    }
    if (request.method !== expected) throw new HttpError(405, "Method not allowed");
    if (eventKey !== undefined) return ingest(request, decodeURIComponent(eventKey));
    return path === "/health" ? health() : register(request);
  }

  function send(response: ServerResponse, status: number, body: object): void {
    response.writeHead(status, { "content-type": "application/json" });
    response.end(JSON.stringify(body));
  }

  return createServer((request, response) => {
    answer(request).then(
      (body) => send(response, 200, body),
      (error: unknown) => {
        if (error instanceof HttpError || error instanceof RegistrationError) {
          const status = error instanceof HttpError ? error.status : 400;
          if (status === 413) response.setHeader("connection", "close");
          if (error instanceof RegistrationError) {
            log.error("The app could not be registered", { error: error.message });
          }
          return send(response, status, { status, error: error.message });
        }
        log.error("A request failed", {
          path: request.url?.replace(/^\/e\/.*/, "/e/…"),
          error: reasonOf(error),
        });
        send(response, 503, { status: 503, error: "The engine cannot reach its database" });
      },
    );
  });
}
