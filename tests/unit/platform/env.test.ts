import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { EnvError, envSchema, parseEnv } from "@/lib/platform/env";

const problemsOf = (source: Record<string, string>): string[] => {
  try {
    parseEnv(source);
    return [];
  } catch (error) {
    if (error instanceof EnvError) return error.problems;
    throw error;
  }
};

describe("environment", () => {
  it("is valid with no variable set", () => {
    const env = parseEnv({});
    expect(env.PORT).toBe(3000);
    expect(env.SCENES_PER_HOUR).toBe(20);
    expect(env.PUBLIC_BROWSING).toBe(true);
    expect(env.DATABASE_URL).toBeUndefined();
  });

  it("treats an empty variable as unset", () => {
    expect(parseEnv({ PORT: "", ADMIN_EMAIL: "" }).PORT).toBe(3000);
  });

  it("names every wrong variable and the expected format, never its value", () => {
    const problems = problemsOf({
      PORT: "lots",
      DATABASE_URL: "mysql://root:hunter2@db/x",
      NEXTAUTH_SECRET: "hunter2",
    });
    expect(problems).toHaveLength(3);
    expect(problems.join("\n")).toContain("PORT: expected a whole number from 1 to 65535");
    expect(problems.join("\n")).toContain("DATABASE_URL: expected a PostgreSQL address");
    expect(problems.join("\n")).toContain(
      "NEXTAUTH_SECRET: expected at least 32 random characters",
    );
    expect(problems.join("\n")).not.toContain("hunter2");
  });

  it.each([
    ["APP_URL", "the public address, such as https://comics.example"],
    ["INNGEST_SERVE_ORIGIN", "the address under which the engine reaches the app"],
  ])("refuses a path in %s, which would be dropped", (name, expected) => {
    const problem = `${name}: expected ${expected}, without a path`;
    for (const rest of ["/comics", "/comics/", "/?a=b", "#a"]) {
      expect(problemsOf({ [name]: `https://x.example${rest}` }), rest).toEqual([problem]);
    }
    for (const address of ["https://x.example", "https://x.example/", "http://10.0.0.2:3000"]) {
      expect(problemsOf({ [name]: address })).toEqual([]);
    }
    expect(problemsOf({ [name]: "comics" })).toHaveLength(1);
  });

  it("requires the other half of a pair", () => {
    expect(problemsOf({ GOOGLE_CLIENT_ID: "abc" })).toEqual([
      "GOOGLE_CLIENT_SECRET: expected to be set, because GOOGLE_CLIENT_ID is",
    ]);
  });

  it("requires the bucket of a store, and reads an empty choice as none", () => {
    expect(problemsOf({ S3_ENDPOINT: "https://store.example" })).toEqual([
      "S3_BUCKET: expected to be set, because S3_ENDPOINT is",
    ]);
    expect(problemsOf({ S3_BUCKET: "comics", S3_ACCESS_KEY_ID: "hunter2" })).toEqual([
      "S3_SECRET_ACCESS_KEY: expected to be set, because S3_ACCESS_KEY_ID is",
    ]);
    expect(problemsOf({ S3_BUCKET: "comics", UPLOAD_BODY_LIMIT: "4.5 MB" })).toHaveLength(1);
    expect(parseEnv({ S3_BUCKET: "comics" }).S3_FORCE_PATH_STYLE).toBeUndefined();
    expect(parseEnv({ S3_FORCE_PATH_STYLE: "false" }).S3_FORCE_PATH_STYLE).toBe(false);
  });

  it("requires a sender of mail with an address", () => {
    const SMTP_URL = "smtps://user:hunter2@mail.example:465";
    expect(problemsOf({ SMTP_URL })).toEqual([
      "MAIL_FROM: expected to be set, because SMTP_URL is",
    ]);
    expect(problemsOf({ SMTP_URL: "mail.example", MAIL_FROM: "a@b.co" })).toHaveLength(1);
    for (const MAIL_FROM of ["Inkwright <mail@comics.example>", "mail@comics.example"]) {
      expect(problemsOf({ SMTP_URL, MAIL_FROM })).toEqual([]);
    }
    for (const MAIL_FROM of ["Inkwright", "<>", "a@b.co\r\nBcc: c@d.co", "A <a@b.co> <c@d.co>"]) {
      expect(problemsOf({ SMTP_URL, MAIL_FROM }), MAIL_FROM).toHaveLength(1);
    }
  });

  it("S22 refuses Inngest's development mode in production", () => {
    expect(problemsOf({ NODE_ENV: "production", INNGEST_DEV: "1" })).toHaveLength(1);
    expect(problemsOf({ NODE_ENV: "development", INNGEST_DEV: "1" })).toEqual([]);
  });

  it(".env.example lists exactly the variables that are read, each with a comment, none set", () => {
    const lines = readFileSync(
      path.join(import.meta.dirname, "../../../.env.example"),
      "utf8",
    ).split("\n");
    const entries = lines.flatMap((line, index) => {
      const match = /^([A-Z0-9_]+)=(.*)$/.exec(line);
      return match ? [{ name: match[1], value: match[2], above: lines[index - 1] ?? "" }] : [];
    });
    expect(entries.map((entry) => entry.name).toSorted()).toEqual(
      Object.keys(envSchema.shape).toSorted(),
    );
    for (const entry of entries) {
      expect(entry.value).toBe("");
      expect(entry.above).toMatch(/^#|_(ID|KEY)=$/);
    }
  });
});
