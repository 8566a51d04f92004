// A page that Next makes holds its long texts two or three times: in the markup, and again in the
// data for its scripts (the style sheets even twice). On a slow phone the browser reads all of it
// before it shows anything. Here each of those texts stays where the page shows it, and the data
// takes it from there when it is read.

/** What one chunk of the data looks like; `<` never stands in it. */
const chunk = /<script>self\.__next_f\.push\(\[1,("(?:[^"\\]|\\.)*")\]\)<\/script>/g;
/** Chunks of bytes, which are nothing to take apart. */
const bytes = "<script>self.__next_f.push([3,";
/** Rows of React's wire format that say their length but are no text. */
const sized = /[AOobUSsLlGgMmV]/;
const raw = /(<(?:style|script)\b[^>]*>)([\s\S]*?)<\/(?:style|script)>/g;
/** Shorter texts are not worth a look, characters. */
const least = 300;

/** Where a text of so many bytes of UTF-8 ends, or -1. Without a buffer: those are given back late. */
function endOf(data, from, bytes) {
  let at = from;
  for (let left = bytes; left > 0; at += 1) {
    const letter = data.charCodeAt(at);
    const isPair = letter >= 0xd800 && letter < 0xdc00;
    left -= letter < 0x80 ? 1 : letter < 0x800 ? 2 : isPair ? 4 : 3;
    if (isPair) at += 1;
    if (left < 0 || at >= data.length) return -1;
  }
  return at;
}

/**
 * Rows of React's wire format: a text row (`<id>:T<bytes in hex>,<text>`) apart from its head,
 * others whole. Null for what is written in another way.
 * @param {string} data
 * @returns {{ head: string; text?: string }[] | null}
 */
function rowsOf(data) {
  const rows = [];
  for (let at = 0; at < data.length; ) {
    const colon = data.indexOf(":", at);
    const kind = data.charAt(colon + 1);
    if (colon < 0 || sized.test(kind)) return null;
    if (kind === "T") {
      const comma = data.indexOf(",", colon);
      const bytes = Number.parseInt(data.slice(colon + 2, comma), 16);
      const end = comma < 0 || !(bytes >= 0) ? -1 : endOf(data, comma + 1, bytes);
      if (end < 0) return null;
      rows.push({ head: data.slice(at, colon + 2), text: data.slice(comma + 1, end) });
      at = end;
    } else {
      const line = data.indexOf("\n", colon);
      const end = line < 0 ? data.length : line + 1;
      rows.push({ head: data.slice(at, end) });
      at = end;
    }
  }
  return rows;
}

/**
 * Finds the element of a page that holds a text: a `div` with nothing else in it, or a style or
 * script with it somewhere in it. Answers where its opening tag ends, and where the text begins in it.
 */
function finder(page) {
  const elements = [...page.matchAll(raw)].map(({ 0: whole, 1: tag, index }) => ({
    content: index + tag.length,
    end: index + whole.length,
  }));
  return (text) => {
    const at = text.length < least || text.includes("\r") ? -1 : page.indexOf(text);
    if (at < 0) return null;
    const holder = elements.find(({ content, end }) => content <= at && at < end);
    if (holder) return { tagEnd: holder.content - 1, from: at - holder.content };
    const isAlone = page.startsWith("</div>", at + text.length);
    return isAlone && /<div\b[^<>]*>$/.test(page.slice(0, at)) ? { tagEnd: at - 1 } : null;
  };
}

/** In the browser: the data's parts as one text again; what is no text is taken from the page. */
const join = `map(p=>{
if(p.big)return p;
let t=document.querySelector("[data-text='"+p[0]+"']")?.innerHTML??"";
if(p[1]!=null)t=t.substr(p[1],p[2]);
return new TextEncoder().encode(t).length.toString(16)+","+t}).join("")`;

/**
 * Lets the data of a page refer to the texts of its markup.
 * @param {string} html a page as Next made it
 */
export function shareText(html) {
  const chunks = [...html.matchAll(chunk)];
  const last = chunks.at(-1)?.index;
  const rows = html.includes(bytes)
    ? null
    : rowsOf(chunks.map(([, text]) => JSON.parse(text)).join(""));
  if (!rows || last === undefined) return html;
  const mark = "<!--data-->";
  const page = html.replace(chunk, (...found) => (found[2] === last ? mark : ""));
  const find = finder(page);
  const parts = [""];
  /** Numbers of the elements that are referred to, by where their opening tags end. */
  const numbers = new Map();
  for (const { head, text } of rows) {
    parts[parts.length - 1] += head;
    if (text === undefined) continue;
    const place = find(text);
    if (place) {
      const { tagEnd, from } = place;
      if (!numbers.has(tagEnd)) numbers.set(tagEnd, numbers.size);
      parts.push([numbers.get(tagEnd), ...(from === undefined ? [] : [from, text.length])], "");
    } else parts[parts.length - 1] += `${Buffer.byteLength(text).toString(16)},${text}`;
  }
  if (numbers.size === 0) return html;
  const data = JSON.stringify(parts).replaceAll("<", "\\u003c");
  const script = `<script>self.__next_f.push([1,${data}.${join}])</script>`;
  const ends = [...numbers].sort(([one], [other]) => one - other);
  let shared = "";
  let from = 0;
  for (const [tagEnd, number] of ends) {
    shared += `${page.slice(from, tagEnd)} data-text="${number}"`;
    from = tagEnd;
  }
  return (shared + page.slice(from)).replace(mark, () => script);
}
