import { brand } from "@/lib/platform/brand";
import { storySlug } from "@/lib/scenes/picture-file-name";
import { type BookFormat, type BookSize, formatFacts } from "./formats";

/** As many letters as `storySlug` keeps. */
const nameLength = 30;

/** A title as a part of file names, with letters and digits of any script; a Latin one is its slug. */
function titleName(title: string): string {
  const plain = title
    .normalize("NFKC")
    .toLowerCase()
    // Marks of direction and joining are not seen in a name.
    .replace(/['’\p{Cf}]/gu, "")
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, "-")
    .replace(/^-/, "");
  return Array.from(plain).slice(0, nameLength).join("").replace(/-$/, "") || "story";
}

const nameWith = (part: string, format: BookFormat, size: BookSize): string => {
  const { extension, sizes } = formatFacts[format];
  const what = [
    ...(format === "print" || format === "archive" || format === "webtoon" ? [format] : []),
    ...(sizes.length > 1 && size !== sizes[0] ? [size] : []),
  ];
  return `${[brand.slug, part, ...what].join("-")}.${extension}`;
};

/** Name of a book's file, in the letters of its title. */
export const fileNameOf = (title: string, format: BookFormat, size: BookSize): string =>
  nameWith(titleName(title), format, size);

/** The header that has a file saved under its name; programs that know Latin letters alone get another. */
export function attachmentOf(title: string, format: BookFormat, size: BookSize): string {
  const latin = nameWith(storySlug(title), format, size);
  const whole = fileNameOf(title, format, size);
  // It has nothing but letters, digits, hyphens and a dot: no sign that this leaves as it is (RFC 8187).
  const other = whole === latin ? "" : `; filename*=UTF-8''${encodeURIComponent(whole)}`;
  return `attachment; filename="${latin}"${other}`;
}
