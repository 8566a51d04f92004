import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { Field } from "@/components/ui/forms/field";
import { Input } from "@/components/ui/forms/text-input";
import { InlineConfirm } from "@/components/ui/inline-confirm";
import { Notice } from "@/components/ui/notice";
import { render } from "../support/render";

it("errors scroll into view in the form or field that has the focus, and a question does", async () => {
  const scrolled: string[] = [];
  vi.spyOn(Element.prototype, "scrollIntoView").mockImplementation(function (this: Element) {
    scrolled.push(this.textContent ?? "");
  });
  const form = (problem: string | null) => (
    <>
      <form>
        <Field label="Name" error={problem ?? undefined}>
          <Input />
        </Field>
        <Field label="Title" error={problem ? "Second" : undefined}>
          <Input />
        </Field>
        {problem && <Notice tone="error">Not saved</Notice>}
        {problem && <Notice>Saved</Notice>}
      </form>
      {problem && <Notice tone="error">Elsewhere</Notice>}
      <InlineConfirm label="Delete" question="Really?" confirmLabel="Yes" onConfirm={() => {}} />
    </>
  );
  const { rerender, user } = await render(form(null));
  screen.getByLabelText("Name").focus();
  rerender(form("First"));
  expect(scrolled).toEqual(["First", "Not saved"]);
  await user.click(screen.getByRole("button", { name: "Delete" }));
  expect(scrolled.at(-1)).toContain("Really?");
});
