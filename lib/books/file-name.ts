import { brand } from "@/lib/platform/brand";
import { slugLength, storySlug } from "@/lib/scenes/panels/picture-file-name";
import { type BookFormat, type BookSize, formatFacts } from "./formats";

/**
 * The title in a file name, with letters and digits of any script; a Latin title gives its slug.
 */
function titleName(title: string): string {
  const plain = title
    .normalize("NFKC")
    .toLowerCase()
    // Removes direction and joining marks, which are invisible.
    .replace(/['’\p{Cf}]/gu, "")
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, "-")
    .replace(/^-/, "");
  return Array.from(plain).slice(0, slugLength).join("").replace(/-$/, "") || "story";
}

const nameWith = (part: string, format: BookFormat, size: BookSize): string => {
  const { extension, sizes } = formatFacts[format];
  const what = [
    ...(format === "print" || format === "archive" || format === "webtoon" ? [format] : []),
    ...(sizes.length > 1 && size !== sizes[0] ? [size] : []),
  ];
  return `${[brand.slug, part, ...what].join("-")}.${extension}`;
};

/** File name of a book, in the script of its title. */
export const fileNameOf = (title: string, format: BookFormat, size: BookSize): string =>
  nameWith(titleName(title), format, size);

/** A Content-Disposition header with the file name, and a Latin one for old clients. */
export function attachmentOf(title: string, format: BookFormat, size: BookSize): string {
  const latin = nameWith(storySlug(title), format, size);
  const native = fileNameOf(title, format, size);
  // The name has only letters, digits, hyphens and a dot, so encodeURIComponent suffices (RFC
  // 8187).
  const other = native === latin ? "" : `; filename*=UTF-8''${encodeURIComponent(native)}`;
  return `attachment; filename="${latin}"${other}`;
}
