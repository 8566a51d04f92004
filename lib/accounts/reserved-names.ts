import { brand } from "@/lib/platform/brand";

/** Who has one of these seems to speak for the site, or looks like a part of it. */
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

/** Letters that are read as one another: `adm1n`, `admin_`, `support-`. */
const folded = (name: string) =>
  name
    .toLowerCase()
    .replace(/^[-_]+|[-_]+$/g, "")
    .replaceAll("0", "o")
    .replaceAll("1", "i")
    .replaceAll("5", "s");

export const isReservedName = (name: string): boolean =>
  reserved.has(name.toLowerCase()) || reserved.has(folded(name));
