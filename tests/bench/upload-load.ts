/**
 * A process of its own that sends pictures: to hand over megabytes on the thread that reads the
 * pages would count as the server's time. Told `send`, it sends all of them at once, over and over;
 * told `stop`, it ends the set it is at and says how many there were. It yields to that thread.
 */
import { readFileSync } from "node:fs";
import { request } from "node:http";
import { setPriority } from "node:os";

export interface UploadLoad {
  url: string;
  /** Of the senders in turn: an author may send thirty pictures in a minute. */
  tokens: string[];
  contentType: string;
  /** Files that hold a whole form each. */
  bodies: string[];
}

setPriority(19);

let load: Omit<UploadLoad, "bodies"> & { bodies: Buffer[] };
let goesOn = false;
let sent = 0;

const send = (body: Buffer) =>
  new Promise<void>((resolve, reject) => {
    const { url, tokens, contentType } = load;
    const headers = {
      authorization: `Bearer ${tokens[sent++ % tokens.length]}`,
      "content-type": contentType,
      "content-length": body.byteLength,
    };
    request(url, { method: "POST", headers }, (answer) => {
      answer.resume().on("end", () => {
        if (answer.statusCode === 201) resolve();
        else reject(new Error(`An upload was answered ${answer.statusCode}.`));
      });
    })
      .on("error", reject)
      .end(body);
  });

process.on("message", async (message: UploadLoad | "send" | "stop") => {
  if (message === "stop") {
    goesOn = false;
  } else if (message === "send") {
    let sets = 0;
    for (goesOn = true; goesOn; sets += 1) await Promise.all(load.bodies.map(send));
    process.send?.(sets);
  } else {
    load = { ...message, bodies: message.bodies.map((file) => readFileSync(file)) };
  }
});
