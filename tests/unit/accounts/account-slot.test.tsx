import { Writable } from "node:stream";
import { Suspense } from "react";
import { renderToPipeableStream } from "react-dom/server";
import { expect, it, vi } from "vitest";

vi.mock("@/components/accounts/use-viewer", () => ({
  useViewer: () => ({
    viewer: { _id: "1", username: "ada", email: "a@a.co" },
    status: "authenticated",
  }),
}));
vi.mock("@/components/accounts/account-menu", () => {
  throw new Error("Failed to load chunk");
});

import { AccountSlot } from "@/components/accounts/account-slot";

it("a menu that fails to load does not break the page", async () => {
  const html = await new Promise<string>((resolve, reject) => {
    let text = "";
    const { pipe } = renderToPipeableStream(
      <Suspense>
        <AccountSlot />
      </Suspense>,
      {
        onError: reject,
        onAllReady: () =>
          pipe(
            new Writable({
              write(chunk, _encoding, done) {
                text += chunk;
                done();
              },
              final(done) {
                resolve(text);
                done();
              },
            }),
          ),
      },
    );
  });
  expect(html).toContain('href="/dashboard"');
});
