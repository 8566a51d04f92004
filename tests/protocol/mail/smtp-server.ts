import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";

export interface Received {
  from: string;
  to: string[];
  user: string | undefined;
  headers: string;
  body: string;
}

/** A text of a mail, whose long lines were cut. */
const unfolded = (body: string) =>
  body
    .replace(/=\r\n/g, "")
    .replace(/((?:=[0-9A-F]{2})+)/g, (bytes) =>
      Buffer.from(bytes.replaceAll("=", ""), "hex").toString("utf8"),
    );

interface Rules {
  /** The responses to the next mails, one each; accepted when none is left. */
  refusals?: { at: "RCPT TO" | "DATA"; code: number }[];
  password?: string;
}

/** A mail server of our own on this machine, which keeps what it takes. */
export async function startSmtpServer({ refusals = [], password = "letmein" }: Rules = {}) {
  const received: Received[] = [];
  const refused: number[] = [];
  const refuse = (at: string) => {
    if (refusals[0]?.at !== at) return null;
    const { code } = refusals.shift() ?? { code: 500 };
    refused.push(code);
    return Object.assign(new Error("Not now"), { responseCode: code });
  };
  const server = new SMTPServer({
    disabledCommands: ["STARTTLS"],
    logger: false,
    onAuth: (auth, _session, done) =>
      auth.password === password
        ? done(null, { user: auth.username })
        : done(Object.assign(new Error("Wrong password"), { responseCode: 535 })),
    onRcptTo: (_address, _session, done) => done(refuse("RCPT TO")),
    onData(stream, session, done) {
      void text(stream).then((raw) => {
        const problem = refuse("DATA");
        if (problem) return done(problem);
        const end = raw.indexOf("\r\n\r\n");
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          from: mailFrom ? mailFrom.address : "",
          to: rcptTo.map(({ address }) => address),
          user: session.user,
          headers: raw.slice(0, end),
          body: unfolded(raw.slice(end + 4)),
        });
        done();
      });
    },
  });
  server.on("error", () => undefined);
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  const { port } = server.server.address() as AddressInfo;
  return {
    received,
    refused,
    url: `smtp://inkwright:letmein@127.0.0.1:${port}`,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
