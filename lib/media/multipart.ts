/** A file of a form. */
interface FormFile {
  /** A view of the body, not a copy. */
  bytes: Uint8Array;
  name: string;
  type: string;
}

/** Limit of parts; our forms have one. */
const maxParts = 32;
/** Bytes of a part's headers; browsers need 200 plus the file's name, which has no limit. */
const maxHeaderBytes = 16_384;
const line = Buffer.from("\r\n");
const blankLine = Buffer.from("\r\n\r\n");
const close = Buffer.from("--");

/**
 * The file in a field of a complete multipart body; null if the field is missing or its first entry
 * is no file. Searches for boundaries only: `Response.formData` looks at each byte on the server's
 * thread, 8 ms for 2 MB.
 */
export function findFormFile(
  body: Uint8Array,
  contentType: string,
  field: string,
): FormFile | null {
  const boundary = boundaryIn(contentType);
  if (!boundary) return null;
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const first = Buffer.from(`--${boundary}`);
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  const has = (what: Buffer, at: number) => bytes.subarray(at, at + what.length).equals(what);
  if (!has(first, 0)) return null;
  let found: FormFile | null | undefined;
  let at = first.length;
  for (let parts = 0; parts <= maxParts; parts += 1) {
    if (has(close, at)) return found ?? null;
    if (!has(line, at)) return null;
    const headEnd = bytes.subarray(at, at + maxHeaderBytes).indexOf(blankLine);
    if (headEnd < 0) return null;
    const start = at + headEnd + blankLine.length;
    const end = bytes.indexOf(delimiter, start);
    if (end < 0) return null;
    const head = parsePartHeaders(bytes.toString("utf8", at + line.length, at + headEnd));
    if (!head) return null;
    if (head.field === field && found === undefined) {
      const { name, type } = head;
      found = name === undefined ? null : { bytes: bytes.subarray(start, end), name, type };
    }
    at = end + delimiter.length;
  }
  return null;
}

function boundaryIn(contentType: string): string | undefined {
  const [, quoted, plain] =
    /^multipart\/form-data\s*;(?:.*;)?\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(
      contentType,
    ) ?? [];
  return quoted ?? plain;
}

/** The headers of a part; null if they name no field. */
function parsePartHeaders(text: string) {
  let field: string | undefined;
  let name: string | undefined;
  let type = "";
  for (const one of text.split("\r\n")) {
    const [, key = "", value = ""] = /^([!-9;-~]+):[ \t]*(.*?)[ \t]*$/s.exec(one) ?? [];
    if (key.toLowerCase() === "content-type") type = value;
    if (key.toLowerCase() !== "content-disposition" || !/^form-data\s*(;|$)/i.test(value)) continue;
    field = parameter(value, "name");
    name = parameter(value, "filename");
  }
  return field === undefined ? null : { field, name, type };
}

/** Browsers percent-encode quotes and line breaks in parameters, and nothing else. */
function parameter(value: string, key: string): string | undefined {
  const [, quoted, plain] =
    new RegExp(`;\\s*${key}=(?:"([^"]*)"|([^\\s;"]+))`, "i").exec(value) ?? [];
  return (quoted ?? plain)?.replace(/%22|%0D|%0A/gi, (sign) => decodeURIComponent(sign));
}
