/**
 * The least number of a list of any length; `Math.min` with a long list as arguments would overflow
 * the stack.
 */
export const minOf = (list: readonly number[], most = Infinity): number =>
  list.reduce((least, one) => Math.min(least, one), most);

/** The greatest number of a list of any length, at least `least`. */
export const maxOf = (list: readonly number[], least = -Infinity): number =>
  list.reduce((most, one) => Math.max(most, one), least);
