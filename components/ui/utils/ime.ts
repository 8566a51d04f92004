import type { KeyboardEvent } from "react";

/**
 * Whether a key belongs to an IME composition (Chinese, Japanese, Korean). Safari sends the Enter
 * that ends a composition after its end, recognizable only by key code 229.
 */
export const isComposing = ({ nativeEvent }: KeyboardEvent): boolean =>
  nativeEvent.isComposing || nativeEvent.keyCode === 229;
