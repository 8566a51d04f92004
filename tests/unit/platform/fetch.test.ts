import { afterEach, expect, it, vi } from "vitest";
import { api } from "@/lib/platform/http/fetch";

afterEach(() => vi.unstubAllGlobals());

const failing = (answer: () => Response) => {
  vi.stubGlobal("fetch", async () => answer());
  return api("/stories").catch((error: Error) => error);
};

it("a failed call says what the server says, and its own words where it says nothing", async () => {
  const said = await failing(() => Response.json({ message: "The tide is out." }, { status: 503 }));
  expect(said).toMatchObject({ message: "The tide is out.", status: 503 });
  const silent = await failing(() => new Response("<html>", { status: 502 }));
  expect(silent).toMatchObject({ message: "An error occurred", status: 502 });
  const away = await failing(() => {
    throw new TypeError("fetch failed");
  });
  expect(away).toMatchObject({
    message: "Network error - please check your connection",
    status: 0,
    code: "network_error",
  });
});
