/**
 * A ref that focuses its element, for one that replaces the pressed button. It is one function for
 * all renders, because a new ref callback would take the focus again.
 */
export const takeFocus = (element: HTMLElement | null): void => element?.focus();
