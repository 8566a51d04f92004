import { createHash } from "node:crypto";
import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { storePicture } from "@/lib/media/service";
import { storage } from "@/lib/platform/storage";
import type { Manifest } from "@/scripts/backup/manifest";
import { pictureOf } from "../generation/support";
import { person } from "../http/harness";
import { newPath, save } from "./support";

export const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

/** A backup of one account and two pictures. */
export async function smallBackup(): Promise<string> {
  await person("ada");
  for (const seed of ["one", "two"]) {
    await storePicture(await pictureOf(seed), { origin: "photo" });
  }
  return (await save(process.env.DATABASE_URL ?? "", storage())).folder;
}

/** A copy of a backup with something done to it. */
export function corruptedCopy(backup: string, change: (folder: string) => void): string {
  const folder = newPath("spoilt");
  cpSync(backup, folder, { recursive: true });
  change(folder);
  return folder;
}

export function edit(folder: string, change: (manifest: Manifest) => void): void {
  const file = path.join(folder, "manifest.json");
  const manifest = JSON.parse(readFileSync(file, "utf8"));
  change(manifest);
  writeFileSync(file, JSON.stringify(manifest));
}

/** Writes a file and has the manifest agree with it, as a forger would. */
export function forgeTable(folder: string, name: string, text: string, rows?: number): void {
  writeFileSync(path.join(folder, "tables", `${name}.copy`), text);
  edit(folder, ({ tables }) => {
    const table = tables.find((each) => each.name === name);
    Object.assign(table ?? {}, { sha256: sha256(text), bytes: Buffer.byteLength(text) });
    if (table && rows !== undefined) table.rows = rows;
  });
}

export function forgeSums(
  folder: string,
  text: string,
  change: Partial<Manifest["media"]> = {},
): void {
  writeFileSync(path.join(folder, "media.sha256"), text);
  edit(folder, ({ media }) => Object.assign(media, { sha256: sha256(text) }, change));
}

export const rowsOf = (folder: string, name: string) =>
  readFileSync(path.join(folder, "tables", `${name}.copy`), "utf8");
export const firstObject = (folder: string) =>
  path.join(folder, "media", readdirSync(path.join(folder, "media")).sort()[0] ?? "");
