import { cutText } from "@/lib/ai/cut-text";

/** What a bubble holds comfortably. */
export const lineLimit = 90;

/**
 * A text as caption-sized pieces: by sentences, long ones broken at a comma or a word, with the
 * ellipses that comics use for a sentence that goes on.
 */
export function piecesOf(text: string, limit = lineLimit): string[] {
  const sentences = [...new Intl.Segmenter(undefined, { granularity: "sentence" }).segment(text)]
    .map(({ segment }) => segment.trim())
    .filter((segment) => segment !== "");
  return sentences.flatMap((one) => broken(one, limit));
}

function broken(text: string, limit: number): string[] {
  const pieces: string[] = [];
  let rest = text;
  while (rest.length > limit) {
    const room = rest.slice(0, limit - 2);
    const at = breakPoint(room);
    const head = at > 0 ? rest.slice(0, at) : room.toWellFormed().replace(/\ufffd$/u, "");
    if (head === "") break;
    pieces.push(`${head.replace(/[\s,;:–—-]+$/u, "")} …`);
    rest = `… ${rest.slice(head.length).trim()}`;
    if (pieces.length > 24) return pieces;
  }
  return [...pieces, rest];
}

/** Where a line breaks best: behind a comma, in front of a linking word, at a space. */
function breakPoint(room: string): number {
  const least = room.length * 0.45;
  const comma = Math.max(
    room.lastIndexOf(", "),
    room.lastIndexOf("; "),
    room.lastIndexOf("、"),
    room.lastIndexOf("，"),
  );
  if (comma > least) return comma + 1;
  const link = room.search(
    / (?:and|but|that|who|which|where|when|while|because|as|with|for|from|to|in|on|at|into) [^ ]*(?: [^ ]*){0,5}$/u,
  );
  if (link > least) return link;
  return room.lastIndexOf(" ") > 3 ? room.lastIndexOf(" ") : -1;
}

/** One line that fits a bubble. */
export const fitLine = (text: string): string => cutText(text, lineLimit);
