import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { buildVariables } from "@/lib/platform/build-variables";
import { envSchema, parseEnv } from "@/lib/platform/env";

interface App {
  build: { args: Record<string, string> };
  env_file?: { path: string; required: boolean }[];
  environment: Record<string, string>;
}
interface Service {
  image: string;
  command?: string | string[];
  environment?: Record<string, string>;
}
interface Compose {
  services: { app: App & Service } & Record<string, Service>;
}

const { services } = parse(readFileSync("compose.yaml", "utf8"), { merge: true }) as Compose;
const { app } = services;

/** The settings that compose.yaml provides: its database, its store, its engine, its proxy. */
const ownParts = [
  "NODE_ENV",
  "PORT",
  "COMPRESS",
  "DATABASE_URL",
  "DIRECT_DATABASE_URL",
  "INNGEST_BASE_URL",
  "INNGEST_SERVE_ORIGIN",
  "S3_BUCKET",
  "S3_REGION",
  "UPLOAD_BODY_LIMIT",
];

/** A value as Compose puts the variables of `.env` into it: ${A}, ${A:-else}, ${A:?or fail}. */
const filled = (value: string, given: Record<string, string>): string =>
  value.replace(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_, name: string, kind, other) =>
    given[name] ? given[name] : kind === "-" ? other : "",
  );

/** The app's settings: the lines of the file, overridden by compose.yaml. */
const environmentWith = (given: Record<string, string>) => ({
  ...(app.env_file?.some(({ path }) => path === ".env") ? given : {}),
  ...Object.fromEntries(
    Object.entries(app.environment).map(([name, value]) => [name, filled(value, given)]),
  ),
});

const names = Object.keys(envSchema.shape);
const marked = Object.fromEntries(names.map((name) => [name, `of ${name}`]));

it("the button for Vercel asks for settings of the app, and leads to what they are", () => {
  const files = ["README.md", "docs/deploy.md"].map((file) => readFileSync(file, "utf8"));
  const [button, ...others] = files.map(
    (text) => /https:\/\/vercel\.com\/new\/clone\?[^)]*/.exec(text)?.[0] ?? "",
  );
  expect(others).toEqual([button]);
  const { searchParams } = new URL(button ?? "");
  const asked = searchParams.get("env")?.split(",") ?? [];
  expect(asked).toContain("APP_URL");
  expect(asked.filter((name) => !names.includes(name))).toEqual([]);
  const guide = `${searchParams.get("repository-url")}/blob/main/docs/deploy.md#on-vercel`;
  expect(searchParams.get("envLink")).toBe(guide);
  expect(files[1]).toContain("\n## On Vercel\n");
});

describe("compose.yaml", () => {
  it("pins each image of others to a version", () => {
    const images = Object.values(services).map(({ image }) => image);
    for (const image of images.filter((name) => name !== "inkwright")) {
      expect(image).toMatch(/:v?\d+\.\d+(\.\d+)?(-\w+)?$/);
    }
  });

  it("keeps the engine's runs and queue where a kill of the engine cannot lose them", () => {
    const { inngest, valkey } = services;
    expect(inngest?.environment).toMatchObject({
      INNGEST_POSTGRES_URI: expect.stringMatching(/@postgres:5432\/inngest$/),
      INNGEST_REDIS_URI: "redis://valkey:6379",
    });
    expect(valkey?.command).toEqual(expect.arrayContaining(["--appendonly", "yes"]));
  });

  it("starts without a file of settings where the shell has them", () => {
    expect(app.env_file).toEqual([{ path: ".env", required: false }]);
  });

  it("passes every setting of .env to the app, but those of its own services", () => {
    const got: Record<string, string | undefined> = environmentWith(marked);
    const missing = names.filter((name) => got[name] !== marked[name]);
    expect(missing.toSorted()).toEqual(ownParts.toSorted());
  });

  it("builds the app for the settings that it runs with", () => {
    const recipe = readFileSync("Dockerfile", "utf8");
    const args = [...recipe.matchAll(/^ARG (.+)$/gm)].flatMap(([, line = ""]) => line.split(" "));
    for (const name of [...Object.keys(buildVariables({})), "COMPRESS"]) {
      expect(args).toContain(name);
      expect(app.build.args[name], name).toBeDefined();
      expect(app.build.args[name], name).toBe(app.environment[name]);
    }
  });

  it("starts with a copy of .env.example with only the required settings", () => {
    const empty = Object.fromEntries(names.map((name) => [name, ""]));
    const keys = { INNGEST_EVENT_KEY: "e", INNGEST_SIGNING_KEY: "s" };
    const store = { S3_ACCESS_KEY_ID: "GK1", S3_SECRET_ACCESS_KEY: "s" };
    const given = { ...empty, ...keys, ...store, APP_URL: "https://comics.example" };
    const password = { POSTGRES_PASSWORD: "secret" };
    expect(parseEnv(environmentWith({ ...given, ...password }))).toMatchObject({
      NODE_ENV: "production",
      PORT: 3000,
      COMPRESS: false,
      TRUSTED_PROXY_HOPS: 1,
      S3_BUCKET: "inkwright",
      DIRECT_DATABASE_URL: undefined,
    });
  });
});
