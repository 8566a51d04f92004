interface JsonLimits {
  /** Nesting of lists and objects. */
  depth: number;
  values: number;
  /** Keys of one object. */
  keys: number;
}

/** Thrown by `parseJsonWithin`. */
export interface JsonError extends Error {
  code: "depth" | "values" | "syntax" | "letters";
}

export function parseJsonWithin(bytes: Uint8Array, limits: JsonLimits): unknown;
export function isStorable(value: unknown): boolean;
export function isLarger(value: unknown, max: number): boolean;
