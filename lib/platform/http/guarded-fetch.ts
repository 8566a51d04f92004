import "server-only";
import { type LookupAddress, lookup as lookUp } from "node:dns";
import { get as getPlain, type IncomingMessage } from "node:http";
import { get as getSecure } from "node:https";
import { BlockList, isIP, type LookupFunction } from "node:net";

/** Why a file was not fetched. `gone`: it no longer exists. `cut`: a retry may succeed. */
export class FetchRefusedError extends Error {
  constructor(
    readonly reason: "address" | "gone" | "too-large" | "type" | "cut",
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = "FetchRefused";
  }
}

export interface FetchLimits {
  /**
   * Host names, for https only; a leading `.` includes all subdomains. `public`: any host on the
   * public internet.
   */
  hosts: string[] | "public";
  /** An origin that is allowed without checks: a local server in tests. */
  trustedOrigin?: string;
  maxBytes: number;
  /** Milliseconds for the complete fetch. */
  deadline: number;
  /** Allowed prefixes of media types. */
  types: string[];
  signal?: AbortSignal;
  /** For tests with names that resolve to private addresses. */
  resolve?: typeof lookUp;
}

const maxRedirects = 3;

/** Networks outside the public internet (IANA special-purpose registries). */
const nonPublicRanges = new BlockList();
for (const [net, bits] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
] as const) {
  nonPublicRanges.addSubnet(net, bits, "ipv4");
}
const publicIpv6 = new BlockList();
publicIpv6.addSubnet("2000::", 3, "ipv6");
for (const [net, bits] of [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const) {
  nonPublicRanges.addSubnet(net, bits, "ipv6");
}

/** Whether an address belongs to the public internet. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !nonPublicRanges.check(address, "ipv4");
  return (
    family === 6 && publicIpv6.check(address, "ipv6") && !nonPublicRanges.check(address, "ipv6")
  );
}

/**
 * Resolves a name to public addresses only. Checking at lookup ensures that the connection uses the
 * checked address.
 */
const publicOnly =
  (resolve: typeof lookUp): LookupFunction =>
  (name, options, done) => {
    resolve(name, { ...options, all: true }, (error, found) => {
      const addresses = (found ?? []) as LookupAddress[];
      const foreign = addresses.find(({ address }) => !isPublicAddress(address));
      const [first] = addresses;
      if (error || !first || foreign) {
        const refused = new FetchRefusedError("address", `${name} is not on the public internet.`);
        return done(error ?? refused, "", 4);
      }
      return options.all
        ? (done as unknown as (error: null, all: LookupAddress[]) => void)(null, addresses)
        : done(null, first.address, first.family);
    });
  };

/** A numeric IP address needs no DNS lookup, so it is checked here. */
const isPublicHost = (host: string): boolean => {
  const address = host.replace(/^\[|\]$/g, "");
  return isIP(address) === 0 || isPublicAddress(address);
};

const matchesHost = (host: string, name: string) =>
  name.startsWith(".") ? host === name.slice(1) || host.endsWith(name) : host === name;

function checkAddress(address: string, base: URL | undefined, limits: FetchLimits): URL {
  const url = URL.canParse(address, base?.href) ? new URL(address, base?.href) : null;
  if (url && limits.trustedOrigin && url.origin === limits.trustedOrigin) return url;
  const isAllowed =
    url?.protocol === "https:" &&
    url.username === "" &&
    url.password === "" &&
    url.port === "" &&
    isPublicHost(url.hostname) &&
    (limits.hosts === "public" || limits.hosts.some((name) => matchesHost(url.hostname, name)));
  if (url && isAllowed) return url;
  throw new FetchRefusedError("address", `Not an address to fetch from: ${url?.origin ?? "none"}.`);
}

/**
 * Fetches a file from third-party hosts, with limits: allowed hosts, checked redirects, time, size
 * and media type.
 * @throws FetchRefusedError
 */
export async function guardedFetch(
  address: string,
  limits: FetchLimits,
): Promise<{ bytes: Uint8Array; mediaType: string }> {
  const signal = limits.signal
    ? AbortSignal.any([limits.signal, AbortSignal.timeout(limits.deadline)])
    : AbortSignal.timeout(limits.deadline);
  let url = checkAddress(address, undefined, limits);
  for (let hop = 0; hop <= maxRedirects; hop += 1) {
    const answer = await sendRequest(url, limits, signal);
    const status = answer.statusCode ?? 0;
    if (status >= 300 && status < 400 && answer.headers.location) {
      answer.destroy();
      url = checkAddress(answer.headers.location, url, limits);
      continue;
    }
    return await readResponse(answer, status, limits);
  }
  throw new FetchRefusedError("address", "Too many redirects.");
}

function sendRequest(url: URL, limits: FetchLimits, signal: AbortSignal): Promise<IncomingMessage> {
  const isTrusted = url.origin === limits.trustedOrigin;
  const get = url.protocol === "https:" ? getSecure : getPlain;
  return new Promise((resolve, reject) => {
    get(
      url,
      {
        signal,
        headers: { accept: limits.types.map((type) => `${type}*`).join(", ") },
        ...(isTrusted ? {} : { lookup: publicOnly(limits.resolve ?? lookUp) }),
      },
      resolve,
    ).on("error", (error) =>
      reject(
        error instanceof FetchRefusedError
          ? error
          : new FetchRefusedError("cut", `${url.host} could not be read.`, { cause: error }),
      ),
    );
  });
}

async function readResponse(answer: IncomingMessage, status: number, limits: FetchLimits) {
  const { headers } = answer;
  const refuse = (reason: FetchRefusedError["reason"], message: string) => {
    answer.destroy();
    return new FetchRefusedError(reason, message);
  };
  if (status === 403 || status === 404 || status === 410)
    throw refuse("gone", `It answered ${status}.`);
  if (status !== 200) throw refuse("cut", `It answered ${status}.`);
  const mediaType = (headers["content-type"] ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
  if (!limits.types.some((type) => mediaType.startsWith(type))) {
    throw refuse("type", `It is ${mediaType || "of no type"}.`);
  }
  // The request did not offer any encoding.
  if (headers["content-encoding"] && headers["content-encoding"] !== "identity") {
    throw refuse("type", "It is compressed.");
  }
  const length = Number(headers["content-length"] ?? Number.NaN);
  if (length > limits.maxBytes) throw refuse("too-large", `It has ${length} bytes.`);
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      size += chunk.byteLength;
      if (size > limits.maxBytes) throw refuse("too-large", "It exceeds its size limit.");
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof FetchRefusedError) throw error;
    throw new FetchRefusedError("cut", "It broke off.", { cause: error });
  }
  if (!Number.isNaN(length) && size !== length) throw new FetchRefusedError("cut", "It broke off.");
  return { bytes: Buffer.concat(chunks), mediaType };
}
