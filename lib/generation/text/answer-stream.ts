import { type ParsedTokenInfo, Tokenizer, TokenParser, TokenType } from "@streamparser/json";

/** What became complete while an answer is still being written. */
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

const { COLON, COMMA, LEFT_BRACE, LEFT_BRACKET, RIGHT_BRACE, RIGHT_BRACKET } = TokenType;

/**
 * Reads a JSON answer while it is still being written. Fed with chunks of any size it yields each
 * top-level field as soon as it is complete, and each panel on its own. What stands before and
 * after the document, such as a fence or a greeting, is passed over.
 */
export class ScriptStream {
  private readonly tokenizer = new Tokenizer();
  private readonly parser = new TokenParser({ paths: ["$", "$.*", "$.panels.*"] });
  private events: ScriptEvent[] = [];
  private answer: Record<string, unknown> | undefined;
  private hasBegun = false;
  private hasPanels = false;
  private bytes = 0;
  /** The first half of a character that was cut in two. */
  private half = "";
  private last: ParsedTokenInfo | undefined;
  private heldComma: ParsedTokenInfo | undefined;
  private key = "";

  constructor() {
    this.tokenizer.onToken = (token) => this.takeToken(token);
    this.parser.onValue = ({ value, key, parent, stack }) => {
      if (stack.length === 0) this.answer = value as Record<string, unknown>;
      else if (stack.length === 1) this.takeField(String(key), value);
      else if (Array.isArray(parent)) this.takePanel(Number(key), value);
    };
  }

  /**
   * Takes the next chunk and returns what became complete with it, in order.
   * @throws AnswerSyntaxError when the answer cannot become a JSON document or is over 256 kB
   */
  push(chunk: string): ScriptEvent[] {
    this.bytes += Buffer.byteLength(chunk);
    if (this.bytes > answerByteLimit) throw new AnswerSyntaxError("It is longer than 256 kB.");
    let text = this.half + chunk;
    this.half = /[\uD800-\uDBFF]$/.exec(text)?.[0] ?? "";
    text = text.slice(0, text.length - this.half.length);
    if (!this.hasBegun) {
      const start = text.indexOf("{");
      if (start < 0) return [];
      this.hasBegun = true;
      text = text.slice(start);
    }
    this.events = [];
    if (!this.answer) this.read(text);
    return this.events;
  }

  /**
   * Closes the stream and returns the whole answer.
   * @throws AnswerSyntaxError when the document is not complete
   */
  end(): Record<string, unknown> {
    if (!this.hasBegun) throw new AnswerSyntaxError("There is no JSON object in it.");
    if (!this.answer) throw new AnswerSyntaxError("The JSON document is cut off.");
    return this.answer;
  }

  private read(text: string): void {
    try {
      this.tokenizer.write(text);
    } catch (error) {
      // What follows the document is no JSON.
      if (this.answer) return;
      if (error instanceof AnswerSyntaxError) throw error;
      throw new AnswerSyntaxError(`It is not valid JSON near "${this.key}".`, { cause: error });
    }
  }

  /** A comma before a closing bracket is a slip that costs nothing to forgive. */
  private takeToken(token: ParsedTokenInfo): void {
    if (this.answer) return;
    const before = this.last;
    this.last = token;
    if (token.token === COLON) this.key = String(before?.value);
    const closes = token.token === RIGHT_BRACE || token.token === RIGHT_BRACKET;
    if (this.heldComma && !closes) this.parser.write(this.heldComma);
    this.heldComma = undefined;
    const opened = before?.token === LEFT_BRACE || before?.token === LEFT_BRACKET;
    if (token.token === COMMA && !opened) this.heldComma = token;
    else this.parser.write(token);
  }

  private takeField(key: string, value: unknown): void {
    if (key !== "panels" || !Array.isArray(value)) this.events.push({ type: "field", key, value });
    else if (this.hasPanels) throw panelsTwice();
    else this.hasPanels = true;
  }

  private takePanel(index: number, value: unknown): void {
    if (this.hasPanels) throw panelsTwice();
    this.events.push({ type: "panel", index, value });
  }
}

const panelsTwice = () => new AnswerSyntaxError('"panels" occurs twice.');

/**
 * Parses a whole answer at once, with the same tolerance as the stream.
 * @throws AnswerSyntaxError
 */
export function parseAnswer(text: string): Record<string, unknown> {
  const stream = new ScriptStream();
  stream.push(text);
  return stream.end();
}
