interface JsonLimits {
  /** Lists and objects inside one another. */
  depth: number;
  values: number;
  /** Of one object. */
  keys: number;
}

/** What `parseJsonWithin` throws. */
export interface JsonError extends Error {
  code: "depth" | "values" | "syntax" | "letters";
}

export function parseJsonWithin(bytes: Uint8Array, limits: JsonLimits): unknown;
export function isStorable(value: unknown): boolean;
export function isLarger(value: unknown, max: number): boolean;
