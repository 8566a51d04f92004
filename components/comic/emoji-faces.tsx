"use client";
import "@fontsource/noto-emoji/700.css";

/** Brings the style sheet of the emoji: as outlines, in the lettering's ink and alike everywhere. */
export default function EmojiFaces() {
  return null;
}
