interface KeyPress {
  key: string;
  code: string;
}

const signs: Record<string, string> = { BracketLeft: "[", BracketRight: "]" };

/**
 * The key of a shortcut, letters in lower case. Where a layout has a letter of another script, it is
 * the Latin letter or bracket at that place of the keyboard.
 */
export function shortcutKey({ key, code }: KeyPress): string {
  const isForeign = /^[\p{L}\p{M}]/u.test(key) && !/^\p{Script=Latin}/u.test(key);
  const pressed = isForeign ? (signs[code] ?? code.replace(/^Key/, "")) : key;
  return pressed.length === 1 ? pressed.toLowerCase() : pressed;
}
