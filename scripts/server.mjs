// The server of `npm start`: a custom server as Next documents it. It tells the app the client's
// address, which otherwise only a proxy does. Plain JavaScript, because it runs without a build step.
import { createServer } from "node:http";
import next from "next";
import onHeaders from "on-headers";
import { bodyTimeoutMs } from "../lib/platform/http/body-timeout.mjs";
import {
  consumeDatabaseFailure,
  peerHeader,
  receive,
  sendRefusal,
} from "./launcher/request-guard.mjs";

const port = Number(process.env.PORT || 3000);
// Listens on this machine alone, unless HOST names another address.
const host = process.env.HOST || "127.0.0.1";
// `lib/platform/http/client-address.ts` trusts the header because this server sets it.
process.env.PEER_HEADER = peerHeader;

// Next listens for upgrades, has none in a build and leaves those connections open for ever. On a
// server of its own it receives none, and a request that offers an upgrade is answered like any
// other.
const app = next({ dev: false, port, httpServer: createServer() });
await app.prepare();
const handle = app.getRequestHandler();
let isEnding = false;
/**
 * Milliseconds. Routes refuse a late body before that, with a message (lib/platform/http/body.ts).
 */
const timeouts = { headersTimeout: 20_000, requestTimeout: bodyTimeoutMs + 10_000 };

const server = createServer(
  { ...timeouts, connectionsCheckingInterval: 5_000 },
  (request, response) => {
    const refused = receive(request);
    // The last response closes the connection, so that no request is sent into a closing one.
    if (isEnding) response.setHeader("connection", "close");
    // Node reads the rest of an unused body to keep the connection: not for long.
    response.once("finish", () => {
      if (!request.complete) setTimeout(() => request.complete || request.destroy(), 100);
    });
    response.once("close", () => consumeDatabaseFailure(request));
    // A page cannot report that the database is down: to Next it is a failed page.
    onHeaders(response, () => {
      if (!consumeDatabaseFailure(request) || response.statusCode !== 500) return;
      response.statusCode = 503;
      response.setHeader("retry-after", "3");
    });
    if (refused) sendRefusal(request, response, refused);
    else handle(request, response);
  },
);
// Longer than the 60 s for which proxies keep a connection: if the server closed it first, a
// request sent at that moment would become a 502 of the proxy.
server.keepAliveTimeout = 75_000;
server.listen(port, host);

/** Milliseconds for which kept connections still get an answer, which is their last. */
const grace = 1_000;

/**
 * Milliseconds for work that is still running then; the sum is below the timeouts of the launcher
 * and Docker.
 */
const lastCall = 8_000;

/** Running requests finish, and their connections are closed afterwards. */
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
