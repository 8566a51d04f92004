import { highlightWords } from "@/lib/stories/search/highlight";

/** A text in which the words of a search are highlighted. */
export function Highlight({
  text,
  words,
}: {
  text: string;
  words?: readonly string[] | undefined;
}) {
  if (!words) return text;
  return highlightWords(text, words).map((piece, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no other id and never move
    piece.isMatch ? <mark key={index}>{piece.text}</mark> : piece.text,
  );
}
