import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { noticesFile, shippedPackages } from "@/scripts/generate/notices";
import { findVulnerabilities } from "@/tests/runner/static-checks";

describe("shipped packages", () => {
  it("are in THIRD_PARTY_NOTICES with their license, and no others are", () => {
    const notices = readFileSync(noticesFile, "utf8");
    const titles = notices.match(/^\S+ \d\S* \(.*\)$/gm) ?? [];
    const shipped = shippedPackages().map(({ name, version }) => `${name} ${version}`);
    expect(titles.map((title) => title.replace(/ \(.*$/, "")).sort()).toEqual(shipped.sort());
    expect(notices).toMatch(/SIL OPEN FONT LICENSE Version 1\.1/i);
    expect(notices).toMatch(/libvips-linux-x64 \S+ \(LGPL-3\.0-or-later\)/);
    expect(notices).toContain("Open Peeps");
  });
});

describe("known vulnerabilities", () => {
  const answer = (severity: string) =>
    JSON.stringify({ vulnerabilities: { mailer: { severity, range: "<2.0.1" } } });
  it.each([
    ["high", ["mailer <2.0.1 has a known vulnerability (high)"]],
    ["critical", ["mailer <2.0.1 has a known vulnerability (critical)"]],
    ["moderate", []],
  ])("of the kind %s", (severity, expected) => {
    expect(findVulnerabilities(answer(severity))).toEqual(expected);
  });
  it.each(["", "not json", '{"error":{"code":"ENOAUDIT"}}'])(
    "are unknown where the registry does not answer: %s",
    (report) => expect(findVulnerabilities(report)).toBeNull(),
  );
});
