import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, expect, it, vi } from "vitest";
import { ExportDataRow } from "@/components/accounts/settings/account-settings";
import { checkExportAvailable } from "@/lib/accounts/client";
import type { User } from "@/lib/accounts/schema";

afterEach(() => vi.unstubAllGlobals());

it("names the file and describes its content", () => {
  const markup = renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <ExportDataRow user={{ username: "Ada_1" } as User} />
    </QueryClientProvider>,
  );
  expect(markup).toContain("Your data");
  expect(markup).toContain(
    "Your profile, stories, pictures, likes and costs in one file: inkwright-Ada_1.zip.",
  );
  expect(markup).toContain("Download My Data");
});

it("shows an error before the download: responses to HEAD have no body", async () => {
  const asked: [string, string | undefined][] = [];
  const answer = (status: number) =>
    vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
      asked.push([url, init.method]);
      return new Response(null, { status });
    });
  answer(200);
  await checkExportAvailable();
  expect(asked).toEqual([["/api/auth/export", "HEAD"]]);
  answer(429);
  await expect(checkExportAvailable()).rejects.toMatchObject({
    status: 429,
    message: "You have fetched your data several times just now. Please try again in an hour.",
  });
  answer(503);
  await expect(checkExportAvailable()).rejects.toThrow(
    "Your data could not be downloaded. Please try again.",
  );
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("offline")));
  await expect(checkExportAvailable()).rejects.toThrow(
    "Network error - please check your connection",
  );
});
