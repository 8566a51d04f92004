import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { artStyles } from "@/lib/stories/art-styles";
import { fill, submitByEnter } from "../support/render";
import { raw } from "../support/server";
import { back, settingsOf } from "./settings-form";

const style = "PATCH /api/stories/{storyId}/art-style";
const promptOf = (id: string) => artStyles.find((one) => one.id === id)?.prompt;

describe("the art style", () => {
  it("is one of six, chosen with the keyboard and saved at once", async () => {
    const { saved, user, settings, styles, stylesClosed, closed } = await settingsOf();
    settings().getByText("Classic Comic");
    const change = settings().getByRole("button", { name: "Change art style" });
    change.focus();
    await user.keyboard("{Enter}");
    await screen.findByRole("dialog", { name: "Choose Art Style" });
    const group = within(styles().getByRole("group", { name: "Art style" }));
    expect(group.getAllByRole("radio")).toHaveLength(6);
    const classic = styles().getByRole("radio", { name: /^Classic Comic/, checked: true });
    await waitFor(() => expect(document.activeElement).toBe(classic));
    await user.keyboard("{ArrowRight}{ArrowRight}{ArrowRight}");
    styles().getByRole("radio", { name: /^Film Noir/, checked: true });
    await submitByEnter();
    await stylesClosed();
    await waitFor(() => expect(document.activeElement).toBe(change));
    settings().getByText("Film Noir");
    expect(saved.now().artStyle).toBe(promptOf("noir"));

    // Escape closes one dialog at a time, and the focus goes back each time.
    await user.keyboard("{Enter}");
    await screen.findByRole("dialog", { name: "Choose Art Style" });
    await user.keyboard("{Escape}");
    await stylesClosed();
    screen.getByRole("dialog", { name: "Story Settings" });
    await waitFor(() => expect(document.activeElement).toBe(change));
    await user.keyboard("{Escape}");
    await closed();
  });

  it("in the author's words is never blank, never lost, and shown as 'Custom Style'", async () => {
    const form = await settingsOf();
    const { api, user, open, openStyles, settings, styles, stylesClosed } = form;
    const own = "Woodcut in two colours, coarse paper";
    const custom = (checked?: boolean) =>
      styles().getByRole("switch", {
        name: "Use Custom Prompt",
        ...(checked === undefined ? {} : { checked }),
      });
    const words = () => styles().queryByRole("textbox", { name: "Style Description" });
    const typed = () => (words() as HTMLTextAreaElement).value;
    const write = (text: string) => fill(user, words() as Element, text);
    const apply = () => styles().getByRole("button", { name: "Apply" });
    await openStyles();
    expect(words()).toBeNull();
    custom().focus();
    await user.keyboard(" ");
    expect(apply()).toHaveProperty("disabled", true);
    await waitFor(() => expect(document.activeElement).toBe(words()));
    await write("   ");
    expect(apply()).toHaveProperty("disabled", true);
    await write(own);
    expect(apply()).toHaveProperty("disabled", false);
    expect(styles().queryByRole("radio", { checked: true })).toBeNull();

    // Off and on, closed and reloaded: the words are still there.
    await user.click(custom());
    expect(words()).toBeNull();
    await user.click(custom());
    expect(typed()).toBe(own);
    await user.keyboard("{Escape}");
    await stylesClosed();
    await form.reload();
    await open();
    await openStyles();
    styles().getByText(back);
    expect(typed()).toBe(own);
    // A space at the end is not saved, and not missed.
    await user.type(words() as Element, " ");
    await user.dblClick(apply());
    await stylesClosed();
    settings().getByText("Custom Style");
    expect(api.sent(style)).toEqual([{ artStyle: own }]);

    await openStyles();
    custom(true);
    expect(typed()).toBe(own);
    expect(styles().queryByText(back)).toBeNull();

    // A card takes over; the words come back with the switch, also those that are too long.
    await write("x".repeat(2001));
    await user.click(apply());
    await styles().findByText(/^Style description must be at most/);
    await user.click(styles().getByRole("radio", { name: /^Watercolor/ }));
    custom(false);
    await user.click(apply());
    await stylesClosed();
    settings().getByText("Watercolor");
  });

  it("that cannot be saved stays chosen, and the failure is said", async () => {
    const { api, saved, user, openStyles, settings, styles, stylesClosed } = await settingsOf();
    api.answer({ [style]: raw({ success: false, error: { code: "internal" } }, 500) });
    await openStyles();
    await user.click(styles().getByText("Manga Style"));
    await user.click(styles().getByRole("button", { name: "Apply" }));
    await screen.findByText("Failed to save art style");
    styles().getByRole("radio", { name: /^Manga Style/, checked: true });
    api.answer(saved.answers);
    await user.click(styles().getByRole("button", { name: "Apply" }));
    await stylesClosed();
    settings().getByText("Manga Style");
  });
});
