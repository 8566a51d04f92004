const opening = "<think>";
const closing = "</think>";

/**
 * Extracts one JSON document from a model's answer and drops what surrounds it: thoughts in
 * `<think>`, an introduction, a code fence. Takes chunks of any size and buffers no dropped text.
 */
export class JsonExtractor {
  private buffer = "";
  private state: "start" | "thoughts" | "before" | "inside" | "after" = "start";
  private depth = 0;
  private inString = false;
  private escaped = false;

  /** Whether the end of the document has been read. */
  get isComplete(): boolean {
    return this.state === "after";
  }

  /** @returns the part of the chunk that belongs to the document */
  push(chunk: string): string {
    if (this.state === "after") return "";
    if (this.state === "inside") return this.inside(chunk);
    this.buffer += chunk;
    if (this.state === "start") this.atStart();
    if (this.state === "thoughts") this.inThoughts();
    return this.state === "before" ? this.before() : "";
  }

  private atStart(): void {
    const text = this.buffer.trimStart();
    if (text.startsWith(opening)) {
      this.state = "thoughts";
      this.buffer = text.slice(opening.length);
    } else if (!opening.startsWith(text)) this.state = "before";
  }

  private inThoughts(): void {
    const end = this.buffer.indexOf(closing);
    this.buffer =
      end < 0 ? this.buffer.slice(-closing.length) : this.buffer.slice(end + closing.length);
    if (end >= 0) this.state = "before";
  }

  /** The document starts at the first brace before a quote or a closing brace. */
  private before(): string {
    const start = this.buffer.search(/\{\s*["}]/);
    if (start >= 0) {
      const rest = this.buffer.slice(start);
      this.buffer = "";
      this.state = "inside";
      return this.inside(rest);
    }
    this.buffer = /\{\s{0,200}$/.exec(this.buffer.slice(-201))?.[0] ?? "";
    return "";
  }

  private inside(text: string): string {
    for (let at = 0; at < text.length; at += 1) {
      if (!this.endsWith(text.charAt(at))) continue;
      this.state = "after";
      return text.slice(0, at + 1);
    }
    return text;
  }

  private endsWith(char: string): boolean {
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
