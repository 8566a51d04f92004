import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";

/** `npm run generate -- sbom [file]`: a bill of materials of the shipped packages, in CycloneDX. */
export function main(): void {
  const [file = "sbom.cdx.json"] = process.argv.slice(2);
  const options = ["--sbom-format", "cyclonedx", "--sbom-type", "application", "--omit", "dev"];
  const document = execFileSync("npm", ["sbom", ...options, "--package-lock-only"], {
    maxBuffer: 2 ** 26,
    shell: process.platform === "win32",
  });
  writeFileSync(file, document);
  console.log(`${file}: ${JSON.parse(document.toString()).components.length} packages`);
}
