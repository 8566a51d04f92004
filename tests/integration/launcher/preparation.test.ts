import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { parseEnv as parseSettings } from "@/lib/platform/env";
import { freePort } from "@/prisma/postgres/free-port";
import { fingerprint, isBuilt } from "@/scripts/launcher/build";
import { checkDatabase, openDatabase } from "@/scripts/launcher/database";
import { requirePort } from "@/scripts/launcher/ports";
import { readSecrets } from "@/scripts/launcher/settings";
import { enginesInUse, unreachableLinks } from "@/scripts/launcher/startup-report";
import { main as seedMain } from "@/scripts/seed";
import { startPooler } from "../../support/pooler";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "inkwright-launcher-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const write = (name: string, content: string) => {
  mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
  writeFileSync(path.join(folder, name), content);
};
const plain = (name: string) => import(path.resolve("scripts/launcher", name));

it.each([
  ["22.12.0", true],
  ["22.11.9", false],
  ["22.2.0", false],
  ["20.20.2", false],
  ["24.0.0", true],
  ["100.1.0", true],
])("the required version of Node %s against >=22.12: %s", async (version, expected) => {
  const { isNewEnough } = await plain("install.mjs");
  expect(isNewEnough(version, ">=22.12")).toBe(expected);
});

describe("installed packages", () => {
  const entry = (version: string) => ({ version, integrity: `sha512-${version}` });
  const lock = (packages: object) => JSON.stringify({ packages });

  it("are installed only where node_modules is missing, older or incomplete", async () => {
    const { isInstalled } = await plain("install.mjs");
    const wanted = {
      "": { name: "x" },
      "node_modules/a": entry("1.0.0"),
      "node_modules/b": { ...entry("2.0.0"), optional: true },
    };
    write("package-lock.json", lock(wanted));
    expect(isInstalled(folder)).toBe(false);
    write("node_modules/.package-lock.json", lock({ "node_modules/a": entry("0.9.0") }));
    expect(isInstalled(folder)).toBe(false);
    write("node_modules/.package-lock.json", lock({ "node_modules/a": entry("1.0.0") }));
    expect(isInstalled(folder)).toBe(true);
    write("package-lock.json", lock({ ...wanted, "node_modules/c": entry("1.0.0") }));
    expect(isInstalled(folder)).toBe(false);
  });

  it("explains a registry that cannot be reached", async () => {
    const { explainInstallFailure } = await plain("install.mjs");
    expect(explainInstallFailure("npm error code ENOTFOUND")).toMatch(/registry cannot be reached/);
    expect(explainInstallFailure("npm error code EAI_AGAIN")).toMatch(/network/);
    expect(explainInstallFailure("npm error code EUSAGE")).not.toMatch(/network/);
  });
});

describe("the build", () => {
  const env = { APP_URL: "https://comics.example" };

  it("is rebuilt when a source, the lockfile or an inlined variable changes", () => {
    write("app/page.tsx", "one");
    write("package-lock.json", "{}");
    const first = fingerprint(folder, env);
    expect(fingerprint(folder, env)).toBe(first);
    expect(fingerprint(folder, { ...env, PORT: "4000", DATABASE_URL: "x" })).toBe(first);
    expect(fingerprint(folder, { APP_URL: "https://other.example" })).not.toBe(first);
    expect(fingerprint(folder, { ...env, S3_BUCKET: "comics" })).not.toBe(first);
    write("tests/x.test.ts", "tests are no part of it");
    expect(fingerprint(folder, env)).toBe(first);
    write("app/page.tsx", "two");
    expect(fingerprint(folder, env)).not.toBe(first);
  });

  it("counts only when it is complete", () => {
    expect(isBuilt(folder, "x")).toBe(false);
    write(".next/BUILD_ID", "1");
    expect(isBuilt(folder, "x")).toBe(false);
    write(".next/inkwright-build", "x");
    expect(isBuilt(folder, "x")).toBe(true);
    expect(isBuilt(folder, "y")).toBe(false);
  });
});

describe("secrets", () => {
  it("are made once, kept, and readable by their owner only", () => {
    const first = readSecrets(path.join(folder, "data"));
    expect(readSecrets(path.join(folder, "data"))).toEqual(first);
    expect(first.nextAuthSecret.length).toBeGreaterThanOrEqual(32);
    expect(first.engineSigningKey).toMatch(/^signkey-prod-[0-9a-f]{64}$/);
    expect(statSync(path.join(folder, "data", "secrets.json")).mode & 0o777).toBe(0o600);
  });

  it("report a data folder that cannot be used", () => {
    write("file", "");
    expect(() => readSecrets(path.join(folder, "file"))).toThrow(/data folder .* DATA_DIR/);
  });
});

describe("a port in use", () => {
  let taken: Server;
  afterEach(() => taken?.close());

  it("is reported with an alternative", async () => {
    const port = await freePort();
    await expect(requirePort(port)).resolves.toBeUndefined();
    taken = createServer();
    await new Promise<void>((resolve) => taken.listen(port, "127.0.0.1", resolve));
    await expect(requirePort(port)).rejects.toThrow(
      `Port ${port} is in use by another program. Stop that one, or choose another port: PORT=${port + 1} npm start`,
    );
  });
});

describe("a DATABASE_URL that cannot be used", () => {
  const change = (part: Partial<Pick<URL, "port" | "password" | "pathname" | "hostname">>) =>
    Object.assign(new URL(process.env.DATABASE_URL ?? ""), part).href;

  it("passes where the server answers", async () => {
    await expect(checkDatabase("DATABASE_URL", change({}))).resolves.toBeUndefined();
  });

  it("is explained without its password", async () => {
    const secret = "sesame";
    const cases = [
      [change({ port: String(await freePort()), password: secret }), /nothing listens there/],
      [change({ password: secret }), /password is wrong/],
      [change({ pathname: "/nowhere" }), /no database of that name/],
      [change({ hostname: "nowhere.invalid", password: secret }), /no host of that name/],
    ] as const;
    for (const [url, reason] of cases) {
      const message = await checkDatabase("DATABASE_URL", url).catch((error) => error.message);
      expect(message).toMatch(reason);
      expect(message).toMatch(/^DATABASE_URL /);
      expect(message).not.toContain(secret);
    }
  });

  it("names the variable to set where a pooler refuses the app's connections", async () => {
    const pooler = await startPooler();
    await checkDatabase("DATABASE_URL", pooler.url);
    const refused = openDatabase(parseSettings({ DATABASE_URL: pooler.url }));
    await expect(refused).rejects.toThrow(/Set DIRECT_DATABASE_URL to/);
    await expect(refused).rejects.not.toThrow(/sesame/);
    pooler.close();
  });
});

describe("the demo content", () => {
  it("waits for a database that is too busy, and ends without a stack where it stays so", async () => {
    const work = vi.fn(async () => {});
    work.mockRejectedValueOnce(new Error("Query read timeout"));
    await seedMain(work, [1, 1]);
    expect(work).toHaveBeenCalledTimes(2);
    work.mockRejectedValue(new Error("Query read timeout"));
    await expect(seedMain(work, [1, 1])).rejects.toThrow("too busy for the demo content");
    expect(work).toHaveBeenCalledTimes(5);
    await expect(seedMain(async () => Promise.reject(new TypeError("x is no y")))).rejects.toThrow(
      "x",
    );
  });
});

describe("the report of the start", () => {
  it.each([
    [{}, "demo studio (no network)"],
    [{ REPLICATE_API_TOKEN: "r8_x", SDAPI_URL: "http://sd:7860" }, "SD API at sd:7860"],
    [
      { REPLICATE_API_TOKEN: "r8_x", SDAPI_URL: "http://sd:7860", PAINTER: "replicate" },
      "Replicate",
    ],
    [{ REPLICATE_API_TOKEN: "r8_x", PAINTER: "demo" }, "demo studio (no network)"],
  ])("names what paints with %j", (source, engine) => {
    const database = { url: "postgresql://db/x", directUrl: "postgresql://db/x", embedded: null };
    expect(enginesInUse(parseSettings(source), database)).toHaveProperty("images", engine);
  });

  it("says that links lead nowhere for other devices, where HOST is set alone", () => {
    const warningOf = (source: Record<string, string>) => unreachableLinks(parseSettings(source));
    expect(warningOf({ HOST: "192.168.7.9", PORT: "4000" })).toMatch(
      /http:\/\/localhost:4000, which other devices cannot open\. .*such as http:\/\/192\.168\.7\.9:4000\.$/,
    );
    expect(warningOf({ HOST: "0.0.0.0" })).toMatch(
      /Set APP_URL .* such as http:\/\/(?!0\.)[\d.]+:3000/,
    );
    expect(warningOf({ HOST: "0.0.0.0", APP_URL: "http://192.168.7.9:3000" })).toBeNull();
    for (const HOST of ["127.0.0.1", "localhost", "::1", ""])
      expect(warningOf({ HOST })).toBeNull();
  });
});
