import { describe, expect, it } from "vitest";
import { serveOrigin } from "@/lib/platform/jobs/serve-origin";

const APP_URL = "https://comics.example/";

describe("the address where the engine calls the app", () => {
  it.each([
    ["nowhere in particular without an address", {}, undefined],
    ["the public address", { APP_URL }, "https://comics.example"],
    [
      "the public address from a server elsewhere",
      { APP_URL, INNGEST_BASE_URL: "https://jobs.example" },
      "https://comics.example",
    ],
    [
      "where an engine on this machine found it",
      { APP_URL, INNGEST_BASE_URL: "http://127.0.0.1:8288" },
      undefined,
    ],
    ["its own address as a preview", { APP_URL, VERCEL_ENV: "preview" }, undefined],
    [
      "what is set, whatever else is",
      { APP_URL, VERCEL_ENV: "preview", INNGEST_SERVE_ORIGIN: "http://app:3000" },
      "http://app:3000",
    ],
  ])("is %s", (_, variables, origin) => {
    expect(serveOrigin(variables as Record<string, string>)).toBe(origin);
  });
});
