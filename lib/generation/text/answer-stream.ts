/**
 * Reads a JSON answer while it is still being written. Fed with chunks of any size it yields each
 * top-level field as soon as it is complete, and each panel on its own. Pure: no clock, no I/O.
 */
export type ScriptEvent =
  | { type: "field"; key: string; value: unknown }
  /** `index` counts from 0. */
  | { type: "panel"; index: number; value: unknown };

/** Answers larger than this are refused: 256 kB of UTF-8. */
export const answerByteLimit = 256 * 1024;

/** The answer is no JSON document of the expected shape; the message can go back to the model. */
export class AnswerSyntaxError extends Error {
  override readonly name = "AnswerSyntaxError";
}

type State =
  | "before" // prose or a ```json fence in front of the document
  | "key-or-end"
  | "key"
  | "colon"
  | "value"
  | "panel-or-end"
  | "panel"
  | "after-panel"
  | "after-value"
  | "after"; // a closing fence or prose behind the document

const isSpace = (char: string) => char === " " || char === "\n" || char === "\r" || char === "\t";

/** Follows one JSON value, character by character, until it is complete. */
class ValueCapture {
  private text = "";
  private depth = 0;
  private inString = false;
  private escaped = false;

  get isEmpty(): boolean {
    return this.text === "";
  }

  /** True when the value is complete after `char`. A bare scalar ends at the next delimiter. */
  take(char: string): boolean {
    this.text += char;
    if (this.inString) {
      if (this.escaped) this.escaped = false;
      else if (char === "\\") this.escaped = true;
      else if (char === '"') {
        this.inString = false;
        return this.depth === 0;
      }
      return false;
    }
    if (char === '"') this.inString = true;
    else if (char === "{" || char === "[") this.depth += 1;
    else if (char === "}" || char === "]") {
      this.depth -= 1;
      return this.depth === 0;
    }
    return false;
  }

  /** Whether `char` ends a number, true, false or null without being part of it. */
  endsBefore(char: string): boolean {
    if (this.inString || this.depth > 0 || this.isEmpty) return false;
    return char === "," || char === "}" || char === "]" || isSpace(char);
  }

  parse(what: string): unknown {
    try {
      return JSON.parse(this.text);
    } catch {
      throw new AnswerSyntaxError(`${what} is not valid JSON.`);
    }
  }
}

export class ScriptStream {
  private state: State = "before";
  private bytes = 0;
  private capture = new ValueCapture();
  private key = "";
  private panels: unknown[] | null = null;
  private readonly fields = new Map<string, unknown>();

  /**
   * Takes the next chunk and returns what became complete with it, in order.
   * @throws AnswerSyntaxError when the answer cannot become a JSON document or is over 256 kB
   */
  push(chunk: string): ScriptEvent[] {
    const events: ScriptEvent[] = [];
    for (let index = 0; index < chunk.length; index += 1) {
      const char = chunk.charAt(index);
      this.count(char);
      this.step(char, events);
    }
    return events;
  }

  /**
   * Closes the stream and returns the whole answer.
   * @throws AnswerSyntaxError when the document is not complete
   */
  end(): Record<string, unknown> {
    if (this.state === "before") throw new AnswerSyntaxError("There is no JSON object in it.");
    if (this.state !== "after") throw new AnswerSyntaxError("The JSON document is cut off.");
    return Object.fromEntries(this.fields);
  }

  private count(char: string): void {
    const code = char.charCodeAt(0);
    // Each half of a surrogate pair counts two bytes, the pair four.
    this.bytes += code < 0x80 ? 1 : code < 0x800 || (code >= 0xd800 && code <= 0xdfff) ? 2 : 3;
    if (this.bytes > answerByteLimit) {
      throw new AnswerSyntaxError("It is longer than 256 kB.");
    }
  }

  private step(char: string, events: ScriptEvent[]): void {
    switch (this.state) {
      case "before":
        if (char === "{") this.state = "key-or-end";
        return;
      case "key-or-end":
        if (isSpace(char)) return;
        if (char === "}") this.state = "after";
        else this.begin("key", char);
        return;
      case "key":
        if (!this.capture.take(char)) return;
        this.key = String(this.capture.parse("A key"));
        this.state = "colon";
        return;
      case "colon":
        if (isSpace(char)) return;
        if (char !== ":") throw new AnswerSyntaxError(`A colon is missing after "${this.key}".`);
        this.capture = new ValueCapture();
        this.state = "value";
        return;
      case "value":
        this.inValue(char, events);
        return;
      case "panel-or-end":
      case "after-panel":
        this.betweenPanels(char, events);
        return;
      case "panel":
        this.inPanel(char, events);
        return;
      case "after-value":
        if (isSpace(char)) return;
        if (char === ",") this.state = "key-or-end";
        else if (char === "}") this.state = "after";
        else throw new AnswerSyntaxError(`A comma is missing after "${this.key}".`);
        return;
      case "after":
        return;
    }
  }

  private begin(state: "key" | "panel", char: string): void {
    if (state === "key" && char !== '"')
      throw new AnswerSyntaxError("A key has no quotation mark.");
    this.capture = new ValueCapture();
    this.capture.take(char);
    this.state = state;
  }

  private inValue(char: string, events: ScriptEvent[]): void {
    if (this.capture.endsBefore(char)) {
      this.finishField(events);
      this.step(char, events);
      return;
    }
    if (this.isValueStart(char)) return;
    if (this.capture.take(char)) this.finishField(events);
  }

  /** Skips white space before a value and turns into the list of panels where that begins. */
  private isValueStart(char: string): boolean {
    if (!this.capture.isEmpty) return false;
    if (isSpace(char)) return true;
    if (char === "[" && this.key === "panels") {
      if (this.panels) throw new AnswerSyntaxError('"panels" occurs twice.');
      this.panels = [];
      this.fields.set("panels", this.panels);
      this.state = "panel-or-end";
      return true;
    }
    if (char === "," || char === "}" || char === "]") {
      throw new AnswerSyntaxError(`The value of "${this.key}" is missing.`);
    }
    return false;
  }

  private finishField(events: ScriptEvent[]): void {
    const value = this.capture.parse(`The value of "${this.key}"`);
    this.fields.set(this.key, value);
    events.push({ type: "field", key: this.key, value });
    this.state = "after-value";
  }

  private betweenPanels(char: string, events: ScriptEvent[]): void {
    if (isSpace(char)) return;
    if (char === "]") {
      this.state = "after-value";
    } else if (char === ",") {
      // A trailing comma before "]" is a slip that costs nothing to forgive.
      if (this.state === "panel-or-end") throw new AnswerSyntaxError("A panel is missing.");
      this.state = "panel-or-end";
    } else if (this.state === "after-panel") {
      throw new AnswerSyntaxError("A comma is missing between two panels.");
    } else {
      this.capture = new ValueCapture();
      this.state = "panel";
      this.inPanel(char, events);
    }
  }

  private inPanel(char: string, events: ScriptEvent[]): void {
    if (this.capture.endsBefore(char)) {
      this.finishPanel(events);
      this.step(char, events);
      return;
    }
    if (this.capture.take(char)) this.finishPanel(events);
  }

  private finishPanel(events: ScriptEvent[]): void {
    const panels = this.panels ?? [];
    const index = panels.length;
    const value = this.capture.parse(`Panel ${index + 1}`);
    panels.push(value);
    events.push({ type: "panel", index, value });
    this.state = "after-panel";
  }
}

/**
 * Parses a whole answer at once, with the same tolerance as the stream.
 * @throws AnswerSyntaxError
 */
export function parseAnswer(text: string): Record<string, unknown> {
  const stream = new ScriptStream();
  stream.push(text);
  return stream.end();
}
