/**
 * A ref that takes the focus of the pressed element that unmounts. One function for all renders: a
 * new ref callback would take the focus again.
 */
export const takeFocus = (element: HTMLElement | null): void => element?.focus();
