import { act, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { KeepBubblesDialog } from "@/components/studio/scenes/keep-bubbles-dialog";
import { InlineConfirm } from "@/components/ui/inline-confirm";
import { ApiError } from "@/lib/platform/http/api-error";
import { render } from "../support/render";

it("a confirmed action that fails says why beside its question, and can be tried again", async () => {
  const answers = [
    () => Promise.reject(new ApiError("A scene uses it.", 409, "in_use")),
    () => Promise.reject(new TypeError("x is undefined")),
    () => Promise.resolve(),
  ];
  const { user } = await render(
    <InlineConfirm
      label="Delete"
      question="Really?"
      confirmLabel="Yes"
      failure="Failed to delete"
      onConfirm={() => answers.shift()?.()}
    />,
  );
  await user.click(screen.getByRole("button", { name: "Delete" }));
  const yes = () => screen.getByRole("button", { name: "Yes" });
  await user.click(yes());
  expect((await screen.findByRole("alert")).textContent).toBe("A scene uses it.");
  screen.getByRole("alertdialog", { name: "Really?" });
  await user.click(screen.getByRole("button", { name: "No, Keep It" }));
  await user.click(screen.getByRole("button", { name: "Delete" }));
  expect(screen.queryByRole("alert")).toBeNull();
  await user.click(yes());
  expect((await screen.findByRole("alert")).textContent).toBe("Failed to delete");
  await user.click(yes());
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Delete" }));
});

it("Back on a phone takes back the question about bubbles, not the page around it", async () => {
  const watchers: { onclose: (() => void) | null }[] = [];
  class CloseWatcher {
    onclose: (() => void) | null = null;
    constructor() {
      watchers.push(this);
    }
    destroy() {}
  }
  vi.stubGlobal("CloseWatcher", CloseWatcher);
  vi.stubGlobal("matchMedia", (query: string) => ({ matches: query === "(pointer: coarse)" }));
  const onCancel = vi.fn();
  await render(<KeepBubblesDialog panels={[1]} onAnswer={() => {}} onCancel={onCancel} />);
  act(() => watchers.at(-1)?.onclose?.());
  expect(onCancel).toHaveBeenCalledTimes(1);
  vi.unstubAllGlobals();
});
