/** The least of a list of any length: as arguments of `Math.min` a long one would fill the stack. */
export const minOf = (list: readonly number[], most = Infinity): number =>
  list.reduce((least, one) => Math.min(least, one), most);

/** The greatest of a list of any length, and at least `least`. */
export const maxOf = (list: readonly number[], least = -Infinity): number =>
  list.reduce((most, one) => Math.max(most, one), least);
