import { brand } from "@/lib/platform/brand";

/** Names that seem to speak for the site, or look like a part of it. */
const reserved = new Set(
  [
    brand.name,
    ..."abuse account accounts admin administrator anonymous api billing bot contact copyright".split(
      " ",
    ),
    ..."dashboard deleted dmca everyone feed help hostmaster info inkwright-team legal login".split(
      " ",
    ),
    ..."mail me moderation moderator mod nobody noreply no-reply null official owner".split(" "),
    ..."postmaster press privacy register root safety security settings setup site staff".split(
      " ",
    ),
    ..."story stories support system team terms undefined user username webmaster www".split(" "),
  ].map((name) => name.toLowerCase()),
);

/** Maps look-alike letters: `adm1n`, `admin_`, `support-`. */
const folded = (name: string) =>
  name
    .toLowerCase()
    .replace(/^[-_]+|[-_]+$/g, "")
    .replaceAll("0", "o")
    .replaceAll("1", "i")
    .replaceAll("5", "s");

export const isReservedName = (name: string): boolean =>
  reserved.has(name.toLowerCase()) || reserved.has(folded(name));
