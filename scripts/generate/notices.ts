import { existsSync, globSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

/** An entry of package-lock.json. */
interface Locked {
  version?: string;
  license?: string;
  dev?: boolean;
  os?: string[];
  cpu?: string[];
}

export interface Shipped {
  name: string;
  version: string;
  license: string;
  folder: string;
  /** Built for one platform, so other platforms do not install it. */
  isNative: boolean;
}

export const noticesFile = "THIRD_PARTY_NOTICES";

/** Production packages of the lock file, each name and version once. */
export function shippedPackages(): Shipped[] {
  const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8")) as {
    packages: Record<string, Locked>;
  };
  const all = Object.entries(packages)
    .filter(([folder, { dev }]) => folder !== "" && !dev)
    .map(([folder, { version = "", license, os, cpu }]) => ({
      name: folder.slice(folder.lastIndexOf("node_modules/") + "node_modules/".length),
      version,
      license: license ?? licenseIn(folder),
      folder,
      isNative: Boolean(os ?? cpu),
    }));
  const unique = new Map(all.map((one) => [`${one.name}@${one.version}`, one]));
  return [...unique.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** License fields of old package.json formats. */
function licenseIn(folder: string): string {
  const file = path.join(folder, "package.json");
  if (!existsSync(file)) return "";
  const { license, licenses } = JSON.parse(readFileSync(file, "utf8"));
  return license?.type ?? license ?? licenses?.[0]?.type ?? "see its text";
}

const isLicense = (file: string) => /^(licen[cs]e|copying|notice)/i.test(file);
const isCopyright = (line: string) => /^\W*(copyright\b|©|\(c\)\s)/i.test(line);

/** A package's license texts: its copyright lines, and the terms without them. */
function textOf({ folder }: Shipped): { holders: string[]; terms: string } | null {
  if (!existsSync(folder)) return null;
  const files = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && isLicense(entry.name))
    .map(({ name }) => readFileSync(path.join(folder, name), "utf8").trim());
  const lines = files.join("\n\n").replaceAll("\r", "").split("\n");
  const terms = lines.filter((line) => !isCopyright(line)).join("\n");
  return {
    holders: lines.filter(isCopyright).map((line) => line.replace(/^\W*(?=copyright)/i, "").trim()),
    terms: terms.replace(/[ \t]+$/gm, "").trim(),
  };
}

/** Ignores differences in line breaks and punctuation. */
const keyOf = (terms: string) => terms.toLowerCase().replace(/[^a-z0-9]+/g, " ");

/** Drawings that the demo studio takes figures from: each style has a license of its own. */
function drawings(): string[] {
  const require = createRequire(import.meta.url);
  const sources = globSync("lib/**/*.ts").map((file) => readFileSync(file, "utf8"));
  const imports = sources.flatMap((text) => text.match(/@dicebear\/styles\/[a-z-]+\.json/g) ?? []);
  return [...new Set(imports)].map((file) => require(file).meta.license.text as string);
}

export function writeNotices(): string {
  const shipped = shippedPackages();
  const groups = new Map<string, { terms: string; members: string[] }>();
  const bare: string[] = [];
  for (const one of shipped.filter(({ isNative }) => !isNative)) {
    const title = `${one.name} ${one.version} (${one.license})`;
    const { holders = [], terms = "" } = textOf(one) ?? {};
    if (terms === "") {
      bare.push(title);
      continue;
    }
    const group = groups.get(keyOf(terms)) ?? { terms, members: [] };
    group.members.push([title, ...holders.map((holder) => `    ${holder}`)].join("\n"));
    groups.set(keyOf(terms), group);
  }
  const native = shipped.filter(({ isNative }) => isNative);
  const rule = "=".repeat(80);
  return `${[
    "Inkwright is made with the work of others. What it ships, and under which terms:",
    "Written by `npm run generate -- notices`.",
    ...[...groups.values()].map(({ terms, members }) =>
      [rule, members.join("\n"), "-".repeat(80), terms].join("\n\n"),
    ),
    `${rule}\n\nWithout a text of their own, under the license that they name:\n\n${bare.join("\n")}`,
    `${rule}\n\nBuilt for one kind of machine; which of them is installed depends on yours. libvips (LGPL) is a library of its own beside the program and can be replaced; its sources: https://github.com/lovell/sharp-libvips. PostgreSQL is under the PostgreSQL License, https://www.postgresql.org/about/licence/.\n\n${native.map(({ name, version, license }) => `${name} ${version} (${license})`).join("\n")}`,
    `${rule}\n\nDrawings of the demo studio's figures:\n\n${drawings().join("\n")}`,
  ].join("\n\n")}\n`;
}

/**
 * `npm run generate -- notices`: writes THIRD_PARTY_NOTICES; run it after each change of packages.
 */
export function main(): void {
  writeFileSync(noticesFile, writeNotices());
}
