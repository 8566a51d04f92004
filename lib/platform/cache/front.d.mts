import type { IncomingMessage, ServerResponse } from "node:http";
import type { InFlightRenders } from "./in-flight.mjs";

/** Answers requests from entries for as long as `find` returns them. */
export class PageFront<Entry extends { value: { html: string | Buffer } }> {
  /**
   * @param find the entry of a key, or null where it is not there or old
   * @param renders those that Next has in flight
   */
  constructor(find: (key: string) => Entry | null, renders: InFlightRenders);
  /** Stands before every server of this process. */
  install(): void;
  /**
   * Notes that the request being handled looks for something in the cache.
   * @param key of a page; undefined for data of one
   */
  noteLookup(key?: string): void;
  /** Notes that the request being handled is answered with this entry. */
  noteEntry(key: string, entry: Entry): void;
  /** Notes that the request being handled begins a render. */
  noteRender(end: () => void): void;
  /** Whether a request is being handled; one that came before this was installed is not known. */
  get isHandling(): boolean;
  /** Whether Next fetches ahead for the request being handled, and so renders nothing that is due. */
  get isPrefetch(): boolean;
  /**
   * When the request being handled first looked for something, ms since 1970: whatever it makes is
   * no younger. Undefined where it has not, or none is being handled.
   */
  get firstLookupAt(): number | undefined;
  /** @param pass hands the request to Next */
  handle(request: IncomingMessage, response: ServerResponse, pass: () => boolean): boolean;
}
