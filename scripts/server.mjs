// What `npm start` serves with: a custom server as Next documents it. It tells the app who asks,
// which a proxy does where there is one. Plain JavaScript: it runs beside the build.
import { createServer } from "node:http";
import next from "next";
import { peerHeader, receive } from "./launcher/entrance.mjs";

const port = Number(process.env.PORT || 3000);
// `lib/platform/http/client-address.ts` believes the header where it is written here.
process.env.PEER_HEADER = peerHeader;

const app = next({ dev: false, port });
await app.prepare();
const handle = app.getRequestHandler();
const server = createServer((request, response) => {
  receive(request);
  handle(request, response);
});
// Longer than the 60 s that proxies keep a connection: one that the server ends first is a 502 of
// theirs, when a call is on its way at that moment.
server.keepAliveTimeout = 75_000;
server.listen(port);

/** Running requests finish, and their connections are not kept for more. */
function end() {
  server.close(async () => {
    await app.close();
    process.exit(0);
  });
  setInterval(() => server.closeIdleConnections(), 100);
}
process.once("SIGTERM", end);
process.once("SIGINT", end);
