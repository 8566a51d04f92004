import { afterEach, describe, expect, it, vi } from "vitest";

/** What pages may connect to under these variables. */
async function connectSources(variables: Record<string, string>): Promise<string> {
  vi.resetModules();
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  const { default: config } = await import("@/next.config");
  const [all] = (await config.headers?.()) ?? [];
  const policy = all?.headers.find(({ key }) => key === "Content-Security-Policy")?.value ?? "";
  return /connect-src ([^;]*)/.exec(policy)?.[1] ?? "";
}

afterEach(() => {
  vi.unstubAllEnvs();
});

describe("what pages may connect to", () => {
  it.each([
    [{ S3_BUCKET: "" }, "'self'"],
    [{ S3_BUCKET: "comics" }, "'self' https://comics.s3.us-east-1.amazonaws.com"],
    [
      { S3_BUCKET: "comics", S3_REGION: "eu-central-1", S3_FORCE_PATH_STYLE: "true" },
      "'self' https://s3.eu-central-1.amazonaws.com",
    ],
    [
      { S3_BUCKET: "comics", S3_ENDPOINT: "http://127.0.0.1:9000/" },
      "'self' http://127.0.0.1:9000",
    ],
    [
      { S3_BUCKET: "comics", S3_ENDPOINT: "https://s.example", S3_FORCE_PATH_STYLE: "0" },
      "'self' https://comics.s.example",
    ],
  ])("with %o is %s", async (variables, sources) => {
    expect(await connectSources(variables)).toBe(sources);
  });
});
