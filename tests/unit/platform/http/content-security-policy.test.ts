import { afterEach, describe, expect, it, vi } from "vitest";

/** The sources of a directive under these variables. */
async function sources(directive: string, variables: Record<string, string>): Promise<string> {
  vi.resetModules();
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  const { default: config } = await import("@/next.config");
  const [all] = (await config.headers?.()) ?? [];
  const policy = all?.headers.find(({ key }) => key === "Content-Security-Policy")?.value ?? "";
  return new RegExp(`${directive} ([^;]*)`).exec(policy)?.[1] ?? "";
}

afterEach(() => {
  vi.unstubAllEnvs();
});

describe("the connect-src of pages", () => {
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
  ])("with %o is %s", async (variables, expected) => {
    expect(await sources("connect-src", variables)).toBe(expected);
  });
});

describe("the img-src and media-src of pages", () => {
  it("are the site's address, and the public one of the bucket", async () => {
    expect(await sources("img-src", {})).toBe("'self' data: blob:");
    const cdn = { S3_BUCKET: "comics", S3_PUBLIC_BASE_URL: "https://cdn.example/comics/" };
    expect(await sources("img-src", cdn)).toBe("'self' data: blob: https://cdn.example");
    expect(await sources("media-src", cdn)).toBe("'self' blob: https://cdn.example");
    expect(await sources("connect-src", cdn)).not.toContain("cdn.example");
  });
});
