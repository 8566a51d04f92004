"use client";
import "@fontsource/mochiy-pop-one/400.css";
import "@fontsource/noto-sans-symbols-2/symbols-400.css";

/** Brings the style sheet of kana, ideographs and signs: over a hundred files, each for some letters. */
export default function IdeographFaces() {
  return null;
}
