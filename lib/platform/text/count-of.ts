/** A number with its noun: '1 scene', '3 scenes'. */
export const countOf = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;
