import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { BookDialog } from "@/components/books/book-dialog";
import { ImportButton } from "@/components/books/import-button";
import { aStory, testUser } from "../support/builders";
import { advanceTime, fakeTime, render } from "../support/render";
import { router } from "../support/router";
import { defer, failWith, networkError, server } from "../support/server";

it("a file that is no archive shows an error until another file is chosen", async () => {
  const words =
    "This file cannot be imported: it is no ZIP file, or a damaged one. Please choose one that was downloaded as 'Story archive'.";
  const send = "POST /api/stories/import";
  const api = server({ [send]: failWith("bad_request", words) });
  const { user } = await render(<ImportButton />, { viewer: testUser(), at: "/my-stories" });
  const choose = (content: string) => {
    const file = new File([content], "holiday.zip", { type: "application/zip" });
    return user.upload(screen.getByLabelText("Story archive"), file);
  };
  await choose("not a ZIP");
  await screen.findByText(words);
  const second = defer(failWith("bad_request", words));
  api.answer({ [send]: second.answer });
  await choose("no ZIP either");
  await waitFor(() => expect(screen.queryByText(words)).toBeNull());
  await second.release();
  await screen.findByText(words);
  expect(router.href).toBe("/my-stories");
  const button = screen.getByRole("button", { name: /^Import a story/ });
  expect([button.getAttribute("aria-disabled"), button.getAttribute("aria-busy")]).toEqual([
    null,
    null,
  ]);
  expect(api.calls(send)).toHaveLength(2);
});

it("a failed list or book shows its error and a retry", async () => {
  fakeTime();
  const list = "GET /api/stories/{storyId}/books";
  const api = server({ [list]: networkError() });
  const dialog = <BookDialog story={aStory()} open onOpenChange={() => {}} />;
  const { user } = await render(dialog, { viewer: testUser() });
  const sheet = within(await screen.findByRole("dialog", { name: "Download as a book" }));
  await advanceTime(10_000);
  expect((await sheet.findByRole("alert")).textContent).toContain("The list could not be loaded");
  const book = { size: "comic", state: "none", progress: 0, bytes: null, pages: 0, message: null };
  const books = ["cbz", "epub"].map((format) => ({ ...book, format, fileName: `tide.${format}` }));
  const busy = "Many books are being made right now. Please try again in a few minutes.";
  api.answer({
    [list]: { books },
    "POST /api/stories/{storyId}/books": failWith("unavailable", busy),
  });
  await user.click(sheet.getByRole("button", { name: "Try Again" }));
  await sheet.findByRole("listitem", { name: "CBZ" });
  const epub = within(sheet.getByRole("listitem", { name: "EPUB" }));
  await user.click(epub.getByRole("button", { name: "Make EPUB" }));
  expect((await epub.findByRole("alert")).textContent).toContain(busy);
});
