/** Opening tags of thoughts in common chat templates. */
const thoughtsBegin =
  /^\s*(?:<(?:seed:)?(?:think|thinking|thoughts?|reasoning|reflection)>|\[think\]|◁think▷|<\|start_thinking\|>|(?:<\|start\|>assistant)?<\|?channel\|?>\s*(?:analysis|commentary|thought))/i;
/**
 * Closing tags of thoughts. If the chat template writes the opening tag, the answer has only this
 * one.
 */
const thoughtsEnd =
  /<\/(?:seed:)?(?:think|thinking|thoughts?|reasoning|reflection)>|\[\/think\]|◁\/think▷|<\|end_thinking\|>|<\|channel\|>\s*final[^{]{0,40}?<\|message\|>|<channel\|>|\bassistantfinal(?=\s*\{)/gi;
const maxMarkLength = 80;
/**
 * An answer that begins with JSON, perhaps in a code fence, has no thoughts and can be streamed.
 */
const immediateStart = /^(?:\s|\ufeff|```(?:json)?)*(?=\{\s*["}])/i;
const documentStart = /\{\s*["}]/;
/** UTF-16 units that are buffered at most: thoughts may be long, and the document is at the end. */
const maxHeld = 512 * 1024;
/** Positions in buffered text where a document may begin. */
const maxStarts = 200;

/** Finds the end of a JSON document, character by character. */
class BracketCounter {
  private depth = 0;
  private inString = false;
  private escaped = false;

  /** @returns the length of the part of `text` that belongs to the document; -1 if all of it does */
  endIn(text: string, from = 0): number {
    for (let at = from; at < text.length; at += 1) {
      if (this.closes(text.charAt(at))) return at + 1;
    }
    return -1;
  }

  private closes(char: string): boolean {
    if (this.escaped) this.escaped = false;
    else if (this.inString) {
      if (char === "\\") this.escaped = true;
      else if (char === '"') this.inString = false;
    } else if (char === '"') this.inString = true;
    else if (char === "{" || char === "[") this.depth += 1;
    else if (char === "}" || char === "]") {
      this.depth -= 1;
      return this.depth === 0;
    }
    return false;
  }
}

interface ExtractorOptions {
  /** Whether a document fits the schema; chooses among several documents in one text. */
  fits?: (json: string) => boolean;
  /** Whether to buffer the whole answer, because this model writes drafts before its answer. */
  isHeld?: boolean;
}

/**
 * Extracts one JSON document from a model's answer and drops what surrounds it: thoughts with or
 * without an opening tag, an introduction, a code fence. A document that begins at once, or after
 * the end of thoughts, is streamed. Any other document may be a draft within thoughts, so the text
 * is buffered until `end`. Accepts chunks of any size.
 */
export class JsonExtractor {
  private buffer = "";
  private state: "before" | "inside" | "after" = "before";
  private isThinking = false;
  private isAfterThoughts = false;
  private readonly brackets = new BracketCounter();

  constructor(private readonly options: ExtractorOptions = {}) {}

  /** Whether the end of the document has been read. */
  get isComplete(): boolean {
    return this.state === "after";
  }

  /** Whether a document has begun. */
  get hasBegun(): boolean {
    return this.state !== "before";
  }

  /** Whether the text ends within thoughts. */
  get isOnlyThoughts(): boolean {
    return this.state === "before" && this.isThinking;
  }

  /** Whether thoughts ended after the streamed document, which then was a draft, not the answer. */
  isDraft = false;

  /** @returns the part of the chunk that belongs to the document */
  push(chunk: string): string {
    if (this.state === "inside") return this.inside(chunk);
    this.buffer += chunk;
    const hadThoughts = this.dropThoughts(chunk.length);
    if (this.state === "after") {
      this.isDraft ||= hadThoughts;
      this.buffer = this.buffer.slice(-maxMarkLength);
      return "";
    }
    if (this.isThinking || this.options.isHeld) return "";
    const start = this.isAfterThoughts
      ? this.buffer.search(documentStart)
      : (immediateStart.exec(this.buffer)?.[0].length ?? -1);
    return start < 0 ? "" : this.begin(this.buffer.slice(start));
  }

  /** @returns the document of a buffered text; empty if the document was streamed */
  end(): string {
    if (this.state !== "before" || this.isThinking) return "";
    const { documents, cutAt } = documentsIn(this.buffer);
    const { fits = () => true } = this.options;
    const found = documents.findLast(fits) ?? documents.at(-1);
    if (found !== undefined) this.state = "after";
    else if (cutAt >= 0) this.state = "inside";
    return found ?? (cutAt < 0 ? "" : this.buffer.slice(cutAt));
  }

  /** Drops the text up to the last closing tag. @returns whether there was a closing tag */
  private dropThoughts(added: number): boolean {
    const from = Math.max(0, this.buffer.length - added - maxMarkLength);
    const last = [...this.buffer.slice(from).matchAll(thoughtsEnd)].at(-1);
    if (last) {
      this.buffer = this.buffer.slice(from + last.index + last[0].length);
      this.isAfterThoughts = true;
      this.isThinking = false;
    }
    this.isThinking ||= thoughtsBegin.test(this.buffer.slice(0, maxMarkLength));
    this.buffer = this.buffer.slice(-maxHeld);
    return last !== undefined;
  }

  private begin(text: string): string {
    this.buffer = "";
    this.state = "inside";
    return this.inside(text);
  }

  private inside(text: string): string {
    const end = this.brackets.endIn(text);
    if (end < 0) return text;
    this.state = "after";
    const rest = text.slice(end);
    // The rest of the chunk may show that the document was a draft.
    this.push(rest);
    return text.slice(0, end);
  }
}

/** The complete documents of a text, and where the first incomplete one begins; -1 if none does. */
function documentsIn(text: string): { documents: string[]; cutAt: number } {
  const documents: string[] = [];
  let cutAt = -1;
  let from = 0;
  for (let tries = 0; tries < maxStarts; tries += 1) {
    const start = text.slice(from).search(documentStart);
    if (start < 0) break;
    const end = new BracketCounter().endIn(text, from + start);
    if (end >= 0) documents.push(text.slice(from + start, end));
    else if (cutAt < 0) cutAt = from + start;
    from = end < 0 ? from + start + 1 : end;
  }
  return { documents, cutAt };
}
