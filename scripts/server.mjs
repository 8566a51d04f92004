// What `npm start` serves with: a custom server as Next documents it. It tells the app who asks,
// which a proxy does where there is one. Plain JavaScript: it runs beside the build.
import { createServer } from "node:http";
import next from "next";
import onHeaders from "on-headers";
import { bodyTimeoutMs } from "../lib/platform/http/body-timeout.mjs";
import { admit } from "./launcher/admission-control.mjs";
import { isApiRequest, sendErrorResponse } from "./launcher/error-responses.mjs";
import { consumeDatabaseFailure, peerHeader, receive } from "./launcher/request-guard.mjs";

const port = Number(process.env.PORT || 3000);
// This machine alone, unless somebody says where else it may be reached from.
const host = process.env.HOST || "127.0.0.1";
// `lib/platform/http/client-address.ts` believes the header where it is written here.
process.env.PEER_HEADER = peerHeader;

// Next listens for upgrades, has none once built and leaves those connections open for ever. On a
// server of its own it hears of none, and a request that offers one is answered like any other.
const app = next({ dev: false, port, httpServer: createServer() });
await app.prepare();
const handle = app.getRequestHandler();
let isEnding = false;
/** Milliseconds. Routes refuse a late body before that, with a sentence (lib/platform/http/body.ts). */
const timeouts = { headersTimeout: 20_000, requestTimeout: bodyTimeoutMs + 10_000 };

const server = createServer(
  { ...timeouts, connectionsCheckingInterval: 5_000 },
  (request, response) => {
    const refused = receive(request);
    // Whoever answers last closes the connection, so that no call is sent into one that is going away.
    if (isEnding) response.setHeader("connection", "close");
    // Node reads on what nobody wanted, so that the connection can be kept: not for long.
    response.once("finish", () => {
      if (!request.complete) setTimeout(() => request.complete || request.destroy(), 100);
    });
    response.once("close", () => consumeDatabaseFailure(request));
    // A page has no way to say that the database is away: to Next it is one that failed.
    onHeaders(response, () => {
      if (!consumeDatabaseFailure(request) || response.statusCode !== 500) return;
      response.statusCode = 503;
      response.setHeader("retry-after", "3");
    });
    if (refused && isApiRequest(request)) {
      sendErrorResponse(request, response, refused, { connection: "close" });
    } else if (refused) response.writeHead(refused, { connection: "close" }).end();
    else admit(request, response, () => handle(request, response));
  },
);
// Longer than the 60 s that proxies keep a connection: one that the server ends first is a 502 of
// theirs, when a call is on its way at that moment.
server.keepAliveTimeout = 75_000;
server.listen(port, host);

/** How long calls on connections that are kept still get their answer, the last one, in milliseconds. */
const grace = 1_000;

/** Milliseconds for what is still running then: both are less than the launcher and Docker wait. */
const lastCall = 8_000;

/** Running requests finish, and their connections are not kept for more. */
function end() {
  isEnding = true;
  setTimeout(() => {
    server.close(async () => {
      await app.close();
      process.exit(0);
    });
    setInterval(() => server.closeIdleConnections(), 100);
    setTimeout(() => server.closeAllConnections(), lastCall);
  }, grace);
}
process.once("SIGTERM", end);
process.once("SIGINT", end);
