// Answers requests for pages in memory before Next sees them. Next goes through rewrites, headers
// and its router for each request, and hashes and encodes the whole page once more; here it lies
// as the bytes that are sent. What is answered, and with which headers, is taken from what Next
// answered before; whatever is unusual about a request goes to Next.
import { AsyncLocalStorage } from "node:async_hooks";
import { Server } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

/** Addresses whose page is known; any of them is learned again. */
const mostAddresses = 10_000;
const longestAddress = 500;
/** Nothing below these is kept by Next. */
const neverPages = /^\/(?:_next|api|media)\//;

const brotli = (quality) => (bytes) =>
  promisify(brotliCompress)(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });

/** Encodings in the order of preference. Each page is compressed once, not for each request. */
const encodings = { br: brotli(5), gzip: promisify(gzip) };
/**
 * A page asked for again and again is worth 160 ms beside the requests instead of 3: a reading page
 * of 135 kB is 22.5 kB then instead of 25.0.
 */
const finest = { br: brotli(11) };
/** How often a body is sent before its page is worth that. */
const oftenSent = 4;
/** One page at a time: it takes a core. */
let isRefining = false;

/** Headers of a connection or of one encoding, not of the page. */
const ofTransfer = new Set([
  "connection",
  "content-encoding",
  "content-length",
  "date",
  "keep-alive",
  "transfer-encoding",
]);

/** Answers by the entry that they were made from: they go when it goes. */
const answers = new WeakMap();

/** Answers requests from entries for as long as `find` returns them. */
export class PageFront {
  #find;
  #renders;
  /** The key of the page behind an address. */
  #keys = new Map();
  /** What is known of the request that Next is handling. */
  #requests = new AsyncLocalStorage();

  /**
   * @param find the entry of a key, or null where it is not there or old
   * @param renders those that Next has in flight
   */
  constructor(find, renders) {
    this.#find = find;
    this.#renders = renders;
  }

  /** Stands before every server of this process. */
  install() {
    const front = this;
    const { emit } = Server.prototype;
    Server.prototype.emit = function (event, ...args) {
      const pass = () => Reflect.apply(emit, this, [event, ...args]);
      return event === "request" ? front.handle(args[0], args[1], pass) : pass();
    };
  }

  /**
   * Notes that the request being handled looks for something in the cache.
   * @param key of a page; undefined for data of one
   */
  noteLookup(key) {
    const request = this.#requests.getStore();
    if (!request) return;
    // A millisecond earlier: see `InFlightRenders`.
    request.firstLookupAt ??= Date.now() - 1;
    if (key === undefined || request.key !== undefined) return;
    request.key = key;
    this.#remember(request.address, key);
  }

  /** Notes that the request being handled is answered with this entry. */
  noteEntry(key, entry) {
    const request = this.#requests.getStore();
    if (request?.key === key) request.entry = entry;
  }

  /** Notes that the request being handled begins a render. */
  noteRender(end) {
    this.#requests.getStore()?.renders.push(end);
  }

  /** Whether a request is being handled; one that came before this was installed is not known. */
  get isHandling() {
    return this.#requests.getStore() !== undefined;
  }

  /** Whether Next fetches ahead for the request being handled, and so renders nothing that is due. */
  get isPrefetch() {
    return this.#requests.getStore()?.isPrefetch ?? false;
  }

  /**
   * When the request being handled first looked for something, ms since 1970: whatever it makes is
   * no younger. Undefined where it has not, or none is being handled.
   */
  get firstLookupAt() {
    return this.#requests.getStore()?.firstLookupAt;
  }

  /** @param pass hands the request to Next */
  handle(request, response, pass) {
    // Next may write another address over it.
    const { url: address } = request;
    const key = this.#keys.get(address);
    const context = { address, isPrefetch: isPrefetch(request), renders: [] };
    if (isPlain(request)) {
      const entry = key === undefined ? null : this.#find(key);
      const answer = entry && answers.get(entry);
      if (answer && send(answer, request, response)) return true;
      response.once("finish", () => learn(context, response));
    }
    whenAnswered(response, () => {
      // Those that failed: what was kept has ended them.
      for (const end of context.renders) end();
    });
    const proceed = () => this.#requests.run(context, pass);
    const outdated = neverPages.test(address) ? null : this.#renders.outdated(key);
    if (!outdated) return proceed();
    outdated.then(() => response.destroyed || proceed());
    return true;
  }

  #remember(address, key) {
    if (this.#keys.get(address) === key || address.length > longestAddress) return;
    if (this.#keys.size >= mostAddresses) this.#keys.delete(this.#keys.keys().next().value);
    this.#keys.set(address, key);
  }
}

/** Keeps what a request was answered with, for the next ones. */
function learn({ entry }, response) {
  if (entry && isHit(response) && !answers.has(entry))
    answers.set(entry, answerOf(entry, response));
}

/**
 * Calls back when the head of a response is written, which is the last of it that surely comes: what
 * follows may wait for a reader who has left.
 */
function whenAnswered(response, callback) {
  const { writeHead } = response;
  response.writeHead = (...args) => {
    callback();
    return Reflect.apply(writeHead, response, args);
  };
}

/** Asks for a page as it is, not for a draft of it and not to make it anew. */
function isPlain({ method, headers }) {
  if (method !== "GET" && method !== "HEAD") return false;
  if (headers["x-prerender-revalidate"] !== undefined) return false;
  return !headers.cookie?.includes("__prerender_bypass");
}

/** By the rules of Next. */
const isPrefetch = ({ headers }) =>
  headers.purpose === "prefetch" ||
  (headers.rsc === "1" && headers["next-router-prefetch"] === "1");

const isHit = (response) =>
  response.statusCode === 200 &&
  response.getHeader("x-nextjs-cache") === "HIT" &&
  !response.hasHeader("set-cookie") &&
  String(response.getHeader("content-type")).startsWith("text/html");

const wordsOf = (header) =>
  String(header ?? "")
    .toLowerCase()
    .split(",")
    .map((word) => word.trim())
    .filter(Boolean);

function answerOf({ value }, response) {
  const varies = [...new Set(wordsOf(response.getHeader("vary")))];
  const head = [];
  for (const [name, text] of Object.entries(response.getHeaders())) {
    for (const one of ofTransfer.has(name) ? [] : [text].flat()) head.push(name, String(one));
  }
  const body = Buffer.isBuffer(value.html) ? value.html : Buffer.from(value.html);
  return {
    etag: response.getHeader("etag"),
    head,
    /** Headers that ask for another form of the page. */
    forms: varies.filter((name) => name !== "accept-encoding"),
    /** Whether Next would compress. */
    isCompressed: varies.includes("accept-encoding"),
    /** Headers and bytes by encoding; a promise while they are being made. */
    bodies: new Map([["", bodyOf(head, "", body)]]),
  };
}

const bodyOf = (head, encoding, bytes) => ({
  head: [
    ...head,
    ...(encoding ? ["content-encoding", encoding] : []),
    "content-length",
    String(bytes.length),
  ],
  bytes,
  sent: 0,
  /** As small as it gets, or on its way there. */
  isFinest: false,
});

/** Sends the answer, or returns false where that is Next's to do. */
function send(answer, request, response) {
  const { headers, method } = request;
  if (answer.forms.some((name) => headers[name] !== undefined)) return false;
  const isKnown = knows(answer.etag, headers);
  if (isKnown === undefined) return false;
  if (isKnown) {
    response.writeHead(304, answer.head).end();
    return true;
  }
  const body = choose(answer, headers["accept-encoding"] ?? "");
  if (!body) return false;
  response.writeHead(200, body.head).end(method === "HEAD" ? undefined : body.bytes);
  return true;
}

/** Whether the client has the page already; undefined where it asks in an unusual way. */
function knows(etag, headers) {
  const asked = headers["if-none-match"];
  if (asked === undefined) return false;
  if (asked === "*" || !etag || headers["cache-control"]?.includes("no-cache")) return undefined;
  return asked.split(",").some((word) => word.trim().replace(/^W\//, "") === etag);
}

/** The bytes for a client, or null while there are none in its encoding. */
function choose(answer, accepted) {
  const { bodies, head, isCompressed } = answer;
  const plain = bodies.get("");
  if (!isCompressed || accepted === "") return plain;
  // Weights are Next's to weigh.
  if (/[;*]/.test(accepted)) return null;
  const words = wordsOf(accepted);
  const encoding = Object.keys(encodings).find((name) => words.includes(name));
  if (!encoding) return plain;
  const body = bodies.get(encoding);
  if (body) {
    if (!("bytes" in body)) return null;
    body.sent += 1;
    if (body.sent >= oftenSent) refine(answer, encoding);
    return body;
  }
  const making = encodings[encoding](plain.bytes).then(
    (bytes) => void bodies.set(encoding, bodyOf(head, encoding, bytes)),
    () => void bodies.delete(encoding),
  );
  bodies.set(encoding, making);
  return null;
}

/** Makes a body smaller while it goes on being sent as it is. */
function refine({ bodies, head }, encoding) {
  const body = bodies.get(encoding);
  const compress = finest[encoding];
  if (!compress || isRefining || body.isFinest) return;
  isRefining = true;
  body.isFinest = true;
  compress(bodies.get("").bytes)
    .then((bytes) => bodies.set(encoding, { ...bodyOf(head, encoding, bytes), isFinest: true }))
    // It stays as it is.
    .catch(() => {})
    .finally(() => {
      isRefining = false;
    });
}
