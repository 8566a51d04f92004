/**
 * The part of the Common Expression Language that triggers, `cancelOn`, `waitForEvent`, concurrency
 * and idempotency keys need: field access, literals, comparison, `&&`, `||`, `!`, `+` and brackets.
 */

/** Thrown for an expression outside that part. */
export class ExpressionError extends Error {}

export interface Scope {
  event: unknown;
  /** The event that a waiting or cancellable run is compared with. */
  async?: unknown;
}

export type Expression = (scope: Scope) => unknown;

type Token = { kind: "name" | "number" | "string" | "symbol"; text: string };

const TOKEN =
  /\s*(?:([A-Za-z_]\w*)|(\d+(?:\.\d+)?)|("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|(==|!=|<=|>=|&&|\|\||[-<>!+.()[\]]))/y;
const KINDS = ["name", "number", "string", "symbol"] as const;

function tokenize(source: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (source.slice(at).trim() !== "") {
    TOKEN.lastIndex = at;
    const match = TOKEN.exec(source);
    if (!match) throw new ExpressionError(`cannot read "${source.slice(at).trim()}"`);
    const index = KINDS.findIndex((_, i) => match[i + 1] !== undefined);
    tokens.push({ kind: KINDS[index] ?? "symbol", text: match[index + 1] ?? "" });
    at = TOKEN.lastIndex;
  }
  return tokens;
}

function unquote(text: string): string {
  const escapes: Record<string, string> = { n: "\n", t: "\t", r: "\r" };
  return text.slice(1, -1).replace(/\\(.)/g, (_, char: string) => escapes[char] ?? char);
}

/** A missing field reads as null, and only own properties exist. */
function field(value: unknown, key: unknown): unknown {
  if (typeof value !== "object" || value === null) return null;
  if (typeof key !== "string" && typeof key !== "number") return null;
  if (!Object.hasOwn(value, key)) return null;
  return (value as Record<string | number, unknown>)[key] ?? null;
}

function equal(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  return keys.every((key) => Object.hasOwn(b, key) && equal(field(a, key), field(b, key)));
}

function order(a: unknown, b: unknown, test: (sign: number) => boolean): boolean {
  if (typeof a === "number" && typeof b === "number") return test(Math.sign(a - b));
  if (typeof a === "string" && typeof b === "string") return test(a === b ? 0 : a < b ? -1 : 1);
  return false;
}

function plus(a: unknown, b: unknown): unknown {
  if (typeof a === "number" && typeof b === "number") return a + b;
  return text(a) + text(b);
}

/** How a value reads inside a key: strings as they are, null as nothing, the rest as JSON. */
export function text(value: unknown): string {
  if (value === null || value === undefined) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}

const BINARY: {
  [operator: string]: [level: number, apply: (a: Expression, b: Expression) => Expression];
} = {
  "||": [1, (a, b) => (s) => a(s) === true || b(s) === true],
  "&&": [2, (a, b) => (s) => a(s) === true && b(s) === true],
  "==": [3, (a, b) => (s) => equal(a(s), b(s))],
  "!=": [3, (a, b) => (s) => !equal(a(s), b(s))],
  "<": [3, (a, b) => (s) => order(a(s), b(s), (sign) => sign < 0)],
  "<=": [3, (a, b) => (s) => order(a(s), b(s), (sign) => sign <= 0)],
  ">": [3, (a, b) => (s) => order(a(s), b(s), (sign) => sign > 0)],
  ">=": [3, (a, b) => (s) => order(a(s), b(s), (sign) => sign >= 0)],
  "+": [4, (a, b) => (s) => plus(a(s), b(s))],
};

class Parser {
  private at = 0;
  constructor(
    private readonly tokens: Token[],
    private readonly roots: readonly string[],
  ) {}

  parse(): Expression {
    const expression = this.binary(1);
    const rest = this.tokens[this.at];
    if (rest) throw new ExpressionError(`"${rest.text}" is not expected here`);
    return expression;
  }

  private take(symbol: string): boolean {
    const token = this.tokens[this.at];
    if (token?.kind !== "symbol" || token.text !== symbol) return false;
    this.at += 1;
    return true;
  }

  private expect(symbol: string): void {
    if (!this.take(symbol)) throw new ExpressionError(`"${symbol}" is missing`);
  }

  private binary(minimum: number): Expression {
    let left = this.unary();
    for (;;) {
      const token = this.tokens[this.at];
      const operator = token?.kind === "symbol" ? BINARY[token.text] : undefined;
      if (!operator || operator[0] < minimum) return left;
      this.at += 1;
      left = operator[1](left, this.binary(operator[0] + 1));
    }
  }

  private unary(): Expression {
    if (this.take("!")) {
      const operand = this.unary();
      return (scope) => operand(scope) !== true;
    }
    if (this.take("-")) {
      const operand = this.unary();
      return (scope) => {
        const value = operand(scope);
        return typeof value === "number" ? -value : null;
      };
    }
    return this.access();
  }

  private access(): Expression {
    let target = this.primary();
    for (;;) {
      if (this.take(".")) {
        const name = this.tokens[this.at];
        if (name?.kind !== "name") throw new ExpressionError("a field name is missing after “.”");
        this.at += 1;
        const of = target;
        target = (scope) => field(of(scope), name.text);
      } else if (this.take("[")) {
        const key = this.binary(1);
        this.expect("]");
        const of = target;
        target = (scope) => field(of(scope), key(scope));
      } else return target;
    }
  }

  private primary(): Expression {
    if (this.take("(")) {
      const inner = this.binary(1);
      this.expect(")");
      return inner;
    }
    const token = this.tokens[this.at];
    if (!token || token.kind === "symbol") {
      throw new ExpressionError(
        token ? `"${token.text}" is not expected here` : "it ends too early",
      );
    }
    this.at += 1;
    const constants: Record<string, unknown> = { true: true, false: false, null: null };
    if (token.kind === "number") return () => Number(token.text);
    if (token.kind === "string") return () => unquote(token.text);
    if (Object.hasOwn(constants, token.text)) return () => constants[token.text];
    if (!this.roots.includes(token.text)) {
      throw new ExpressionError(`"${token.text}" is unknown; use ${this.roots.join(" or ")}`);
    }
    return token.text === "event" ? (scope) => scope.event : (scope) => scope.async;
  }
}

const cache = new Map<string, Expression>();

/**
 * Compiles an expression. `roots` are the variables it may name.
 * Throws ExpressionError, with the expression in its message, for anything unsupported.
 */
export function compile(source: string, roots: readonly ("event" | "async")[]): Expression {
  const key = `${roots.join()} ${source}`;
  const known = cache.get(key);
  if (known) return known;
  try {
    const expression = new Parser(tokenize(source), roots).parse();
    if (cache.size > 1_000) cache.clear();
    cache.set(key, expression);
    return expression;
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    throw new ExpressionError(
      `The expression "${source}" is not supported by the embedded engine: ${error.message}. ` +
        "Supported are fields, literals, == != < <= > >= && || ! + and brackets.",
    );
  }
}
