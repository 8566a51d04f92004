import type { KeyboardEvent } from "react";

/**
 * Whether a key belongs to a word that is being put together, as in Chinese, Japanese and Korean. In
 * Safari the Enter that ends one comes after its end, and only the code 229 tells.
 */
export const isComposing = ({ nativeEvent }: KeyboardEvent): boolean =>
  nativeEvent.isComposing || nativeEvent.keyCode === 229;
