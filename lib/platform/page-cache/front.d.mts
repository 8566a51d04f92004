import type { IncomingMessage, ServerResponse } from "node:http";

/** Answers requests from entries for as long as `find` returns them. */
export class PageFront<Entry extends { value: { html: string | Buffer } }> {
  /** @param find the entry of a key, or null where it is not there or old */
  constructor(find: (key: string) => Entry | null);
  /** Stands before every server of this process. */
  install(): void;
  /** Notes that the request being handled is answered with this entry. */
  note(key: string, entry: Entry): void;
  /** @param pass hands the request to Next */
  handle(request: IncomingMessage, response: ServerResponse, pass: () => boolean): boolean;
}
