"use client";
import "@fontsource/jua/400.css";

/** Brings the style sheet of Korean syllables: about a hundred files, each for some of them. */
export default function HangulFaces() {
  return null;
}
