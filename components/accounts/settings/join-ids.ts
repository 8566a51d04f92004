/** Key of a list, so that a different list from the server replaces the shown list. */
export const joinIds = (list: readonly { _id: string }[]): string =>
  list.map(({ _id }) => _id).join();
