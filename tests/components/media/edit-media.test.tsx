import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { aPicture, aTake, testId } from "../support/builders";
import { advanceTime, fill } from "../support/render";
import { defer } from "../support/server";
import {
  ask,
  box,
  button,
  conversation,
  done,
  expectTakes,
  first,
  image,
  imageId,
  media,
  onOpenChange,
  open,
  openTab,
  overlay,
  second,
  starts,
  take,
} from "./edit-media";

describe("input", () => {
  it("of a picture are at most 1000 characters, and of a whole one at least 10", async () => {
    await open();
    await ask("Generate", "At night");
    await screen.findByText("Image prompt must be at least 10 characters");
    for (const tab of ["Modify", "Generate"] as const) {
      await ask(tab, "x".repeat(1001));
      await screen.findByText("Image prompt must be less than 1000 characters");
      expect(box(tab).value).toBe("x".repeat(1001));
    }
  });

  it("are required, and typed text survives closing", async () => {
    await open();
    await openTab("Modify");
    await media.user.click(button("Modify image"));
    await screen.findByText("Please describe the change");
    expect(document.activeElement).toBe(box("Modify"));
    await openTab("Animate");
    await media.user.click(box("Animate"));
    await media.user.keyboard("{Enter}");
    await screen.findByText("Please describe the movement");
    await openTab("Generate");
    expect(box("Generate").value).toMatch(/^The keeper at the water, panel 1/);
    await ask("Generate", "A boat");
    await screen.findByText("Image prompt must be at least 10 characters");
    await ask("Generate", "  ");
    await screen.findByText("No original image prompt available for regeneration");
    await fill(media.user, box("Generate"), "A boat with a lamp in the fog");
    await openTab("Modify");
    await fill(media.user, box("Modify"), "Make it night");
    await media.user.click(button("Cancel"));
    expect(onOpenChange).toHaveBeenLastCalledWith(false);
    media.close();
    await open();
    expect(box("Modify").value).toBe("Make it night");
    await openTab("Generate");
    expect(box("Generate").value).toBe("A boat with a lamp in the fog");
  });

  it("are about the picture that was selected for them, also after closing", async () => {
    media.takes = [second, first];
    await open();
    await media.user.click(await take(2));
    await fill(media.user, box("Modify"), "Make it night");
    media.close();
    onOpenChange.mockClear();
    await open();
    await screen.findByRole("button", { name: /^Take 2\b/, pressed: true });
    media.api.answer({ [starts.Modify]: { jobId: imageId }, [image]: done(second.url) });
    box("Modify").focus();
    // Enter and Escape that end a composition send nothing and close nothing.
    for (const key of ["Enter", "Escape"]) {
      fireEvent.keyDown(box("Modify"), { key, isComposing: true, keyCode: 229 });
    }
    // Nor does Enter on a choice.
    screen.getByRole("radio", { name: "2" }).focus();
    await media.user.keyboard("{Enter}");
    expect(onOpenChange).not.toHaveBeenCalled();
    expect(media.api.calls(starts.Modify)).toHaveLength(0);
    box("Modify").focus();
    await media.user.keyboard("{Enter}{Enter}");
    expect(media.api.sent(starts.Modify)).toMatchObject([{ initialImageUrl: second.url }]);
  });

  it("of another type, too large, or missing are refused; each tab accepts a pasted picture", async () => {
    await open();
    await openTab("Upload");
    const choose = (file: File) =>
      fireEvent.change(screen.getByLabelText("Upload a picture"), { target: { files: [file] } });
    choose(new File(["words"], "notes.txt", { type: "text/plain" }));
    await conversation().findByText(
      "Invalid file type. Please select a JPEG, PNG, GIF, or WebP image.",
    );
    const large = new Uint8Array(10 * 1024 * 1024 + 1);
    choose(new File([large], "mine.png", { type: "image/png" }));
    await conversation().findByText("File too large (10.1 MB). Maximum size is 10MB.");
    const dialog = document.querySelector(".media") as Element;
    fireEvent.drop(dialog, { dataTransfer: { files: [] } });
    await conversation().findByText("No file selected");
    const arrived = defer({ imageUrl: second.url, originalName: "pasted.png" });
    media.api.answer({
      "POST /api/upload/image": arrived.answer,
      "POST /api/scenes/{sceneId}/panels/{panelNumber}/takes": [second, first],
    });
    await openTab("Modify");
    await fill(media.user, box("Modify"), "Make it night");
    const pasted = new File(["ink"], "pasted.png", { type: "image/png" });
    const clipboardData = { files: [pasted, pasted], types: ["Files"] };
    fireEvent.paste(box("Modify"), { clipboardData });
    await screen.findByText("One picture at a time: the first is uploaded.");
    fireEvent.paste(box("Modify"), { clipboardData });
    await screen.findByText("Please add this again when the current upload is done.");
    await arrived.release();
    await conversation().findByText("Here is pasted.png.");
    expect(box("Modify").value).toBe("Make it night");
  });

  it("of a video can be neither edited nor animated", async () => {
    media.takes = [aTake({ type: "video", url: "/media/film.webm" })];
    await open();
    await media.user.click(await take(1));
    await ask("Modify", "Make it night");
    await screen.findByText("Please select an image to edit. Videos cannot be edited.");
    await ask("Animate", "Rain falls");
    await screen.findByText("Please select an image to animate");
    expect(overlay()).toBeNull();
  });
});

it("what could not be drawn of a change is said in the conversation and beside its picture", async () => {
  const missing = "I cannot draw “add a hovercraft” yet.";
  const remark = () => document.querySelector(".media-remark")?.textContent;
  await open();
  media.api.answer({ [starts.Modify]: { jobId: imageId }, [image]: done(second.url, missing) });
  await ask("Modify", "Make it night, and add a hovercraft");
  await screen.findByText("Refining Image...");
  media.takes = [second, first];
  await advanceTime(1_100);
  await expectTakes(2);
  await conversation().findByText("Here is the refined picture.");
  conversation().getByText(missing);
  expect(remark()).toBe(missing);
  // Where all of it was done there is nothing to say.
  const third = aTake({ _id: testId("93"), url: aPicture("3") });
  media.api.answer({
    [starts.Modify]: { jobId: testId("79") },
    [image]: { ...done(third.url), jobId: testId("79") },
  });
  await ask("Modify", "Make it brighter");
  media.takes = [third, second, first];
  await advanceTime(1_100);
  await expectTakes(3);
  expect(conversation().getAllByText("Here is the refined picture.")).toHaveLength(2);
  expect(conversation().getAllByText(/I cannot draw/)).toHaveLength(1);
  expect(remark()).toBeUndefined();
  await media.user.click(await take(2));
  expect(remark()).toBe(missing);
});

it("takes are compared and deleted for good, with the keyboard alone", async () => {
  await open();
  await expectTakes(1);
  const press = async (target: HTMLElement) => {
    target.focus();
    await media.user.keyboard("{Enter}");
  };
  // A press of Enter in the box submits, Shift+Enter begins a line.
  await openTab("Generate");
  await fill(media.user, box("Generate"), "The bell tower in the fog");
  await media.user.keyboard("{Shift>}{Enter}{/Shift}with gulls");
  expect(box("Generate").value).toBe("The bell tower in the fog\nwith gulls");
  media.api.answer({ [starts.Generate]: { jobId: imageId }, [image]: done(second.url) });
  media.takes = [second, first];
  await media.user.keyboard("{Enter}");
  await advanceTime(1_100);
  await expectTakes(2);
  // An author who typed is in the box again.
  await waitFor(() => expect(document.activeElement).toBe(box("Generate")));

  await press(button("Compare"));
  screen.getByText("Choose the take to compare with.");
  await press(await take(1));
  const divider = screen.getByLabelText<HTMLInputElement>("Divider between Take 2 and Take 1");
  // Of a range the browser moves the value by keys.
  expect([divider.type, divider.value]).toEqual(["range", "50"]);
  fireEvent.change(divider, { target: { value: "100" } });
  expect(divider.value).toBe("100");
  fireEvent.change(divider, { target: { value: "0" } });
  expect(divider.getAttribute("aria-valuetext")).toBe("0 % Take 2");
  await press(button("Stop comparing"));

  // The panel's own picture is refused, another one is deleted after one confirmation.
  await press(await take(1));
  screen.getByText("This picture is on the panel now. Choose another one before deleting it.");
  expect(screen.queryByRole("button", { name: "Delete take" })).toBeNull();
  await press(await take(2));
  await press(button("Delete take"));
  expect(screen.getByRole("alertdialog").textContent).toContain("Delete this picture for good?");
  await media.user.keyboard("{Escape}");
  expect(screen.queryByRole("alertdialog")).toBeNull();
  await press(button("Delete take"));
  const remove = "DELETE /api/scenes/{sceneId}/panels/{panelNumber}/takes/{takeId}";
  media.api.answer({ [remove]: { message: "Take deleted" } });
  media.takes = [first];
  await press(within(screen.getByRole("alertdialog")).getByRole("button", { name: "Delete" }));
  await expectTakes(1);
  expect(media.api.calls(remove).map(({ params }) => params.takeId)).toEqual([second._id]);
  await media.user.keyboard("{Escape}");
  expect(onOpenChange).toHaveBeenLastCalledWith(false);
});
