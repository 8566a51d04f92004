// Lays out the files of the image, from a build with BUILD_STANDALONE: `node
// scripts/container-files.mjs <folder>`. The Dockerfile and the check of the image share it.
import { cpSync, existsSync, readdirSync, rmSync } from "node:fs";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "..");
const [, , target] = process.argv;
const built = path.join(root, ".next", "standalone");
if (!target || !existsSync(path.join(built, "server.js"))) {
  console.error(
    "Usage: node scripts/container-files.mjs <folder>, after a build with BUILD_STANDALONE",
  );
  process.exit(1);
}
const into = path.resolve(target);
const copy = (from, to = from) =>
  cpSync(path.join(root, from), path.join(into, to), { recursive: true });

copy(path.join(".next", "standalone"), ".");
copy(path.join(".next", "static"));
for (const name of ["public", "prisma/migrations", "prisma/apply-migrations.mjs"]) copy(name);
for (const name of ["LICENSE", "THIRD_PARTY_NOTICES"]) copy(name);
// The build copies the project's .env files next to the server; they may contain secrets.
for (const name of readdirSync(into)) {
  if (name.startsWith(".env")) rmSync(path.join(into, name));
}
