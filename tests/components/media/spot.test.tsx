import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { toast } from "@/components/ui/toast";
import { maskLimits } from "@/lib/media/repair/mask";
import { expectAccessible } from "../support/accessibility";
import { aPicture, aTake, testId } from "../support/builders";
import { advanceTime, fill } from "../support/render";
import {
  box,
  button,
  done,
  expectTakes,
  first,
  image,
  imageId,
  media,
  open,
  second,
  starts,
  take,
} from "./edit-media";

const toggle = () => button("Change one spot");
const picture = () => screen.getByRole("group", { name: "Picture to mark" });
const boxes = () => screen.queryAllByRole("button", { name: /^Box at / });
/** A press by keyboard: a click without a pointer. */
const pressByKey = (name: string) => fireEvent.click(button(name), { detail: 0 });
const sentMask = () => (media.api.sent(starts.Modify).at(-1) as { mask?: unknown }).mask;

/** A stroke over a picture of 200 by 200 pixels. */
function stroke(...points: [number, number][]) {
  const area = picture();
  area.setPointerCapture = () => {};
  area.getBoundingClientRect = () => new DOMRect(0, 0, 200, 200);
  const at = ([clientX, clientY]: [number, number]) => ({
    clientX,
    clientY,
    pointerId: 1,
    isPrimary: true,
    button: 0,
  });
  const [start = [0, 0], ...rest] = points;
  fireEvent.pointerDown(area, at(start));
  for (const point of rest) {
    fireEvent.pointerMove(window, at(point));
    vi.advanceTimersByTime(20);
  }
  fireEvent.pointerUp(window, at(points.at(-1) ?? start));
}

it("a marked spot goes with the prompt, and is forgotten once its picture has arrived", async () => {
  await open();
  await media.user.click(toggle());
  expect(box("Modify").placeholder).toBe("What should be here?");
  await fill(media.user, box("Modify"), "A red lantern");
  await media.user.click(button("Modify image"));
  await screen.findByText(/^Please mark the spot that should change/);
  expect(media.api.calls(starts.Modify)).toEqual([]);

  await media.user.click(button("Large brush"));
  stroke([40, 40], [80, 60], [120, 60]);
  await media.user.click(button("Box"));
  stroke([20, 100], [120, 180]);
  stroke([10, 10], [11, 11]);
  expect(boxes()).toHaveLength(1);
  media.api.answer({ [starts.Modify]: { jobId: imageId }, [image]: done(second.url) });
  await media.user.click(button("Modify image"));
  await waitFor(() => expect(media.api.calls(starts.Modify)).toHaveLength(1));
  expect(sentMask()).toEqual({
    strokes: [
      {
        points: [
          [0.2, 0.2],
          [0.4, 0.3],
          [0.6, 0.3],
        ],
        width: 0.18,
      },
    ],
    boxes: [{ x: 0.1, y: 0.5, width: 0.5, height: 0.4 }],
  });
  await advanceTime(1_000);
  await waitFor(() => expect(toggle().getAttribute("aria-pressed")).toBe("false"));
  await media.user.click(toggle());
  expect(boxes()).toEqual([]);
});

it("survives closing with its prompt, is taken back step by step, and is not sent when it is off", async () => {
  const of = testId("3999");
  await open({ of });
  await media.user.click(toggle());
  await fill(media.user, box("Modify"), "A red lantern");
  pressByKey("Box");
  await media.user.click(button("Small brush"));
  stroke([40, 40], [80, 60]);
  media.close();

  await open({ of });
  expect(box("Modify").value).toBe("A red lantern");
  expect(toggle().getAttribute("aria-pressed")).toBe("true");
  expect(boxes()).toHaveLength(1);
  await media.user.click(button("Clear the marks"));
  expect(boxes()).toEqual([]);
  await media.user.click(button("Undo the last mark"));
  expect(boxes()).toHaveLength(1);
  // Before the reload: the shapes themselves, the latest first.
  await media.user.click(button("Undo the last mark"));
  await media.user.click(button("Undo the last mark"));
  expect(boxes()).toEqual([]);
  expect(button("Undo the last mark").getAttribute("aria-disabled")).toBe("true");
  await media.user.click(toggle());
  media.api.answer({ [starts.Modify]: { jobId: imageId }, [image]: done(second.url) });
  await media.user.click(button("Modify image"));
  await waitFor(() => expect(media.api.calls(starts.Modify)).toHaveLength(1));
  expect(sentMask()).toBeUndefined();
  await advanceTime(1_000);
});

it("is marked by keys alone: a box that arrow keys move and resize, and Delete removes", async () => {
  await open();
  await media.user.click(toggle());
  pressByKey("Box");
  await advanceTime(50);
  expect(document.activeElement).toBe(boxes()[0]);
  const name = () => boxes()[0]?.getAttribute("aria-label");
  expect(name()).toBe("Box at 35 % from the left, 35 % from the top, 30 % wide, 30 % high");
  await media.user.keyboard("{ArrowRight}{Shift>}{ArrowUp}{/Shift}");
  expect(name()).toBe("Box at 36 % from the left, 30 % from the top, 30 % wide, 30 % high");
  await media.user.keyboard("{Alt>}{ArrowRight}{ArrowUp}{/Alt}");
  expect(name()).toBe("Box at 36 % from the left, 30 % from the top, 31 % wide, 29 % high");
  await media.user.keyboard("{Shift>}{ArrowLeft>20/}{/Shift}");
  expect(name()).toMatch(/^Box at 0 % from the left/);
  await expectAccessible();
  await media.user.keyboard("{Delete}");
  expect(boxes()).toEqual([]);
});

it("tells when more cannot be marked, and keeps what is", async () => {
  await open();
  await media.user.click(toggle());
  const told = vi.spyOn(toast, "error");
  for (let count = 0; count <= maskLimits.boxes; count++) pressByKey("Box");
  expect(told).toHaveBeenCalledWith(expect.stringMatching(/fewer, longer strokes/));
  expect(boxes()).toHaveLength(maskLimits.boxes);
  fireEvent.error(within(picture()).getByRole("img"));
  within(picture()).getByText("Failed to load image");
});

it("shows an edited take before and after, with a divider for keys", async () => {
  const edited = aTake({
    _id: testId("93"),
    url: aPicture("3"),
    source: "edited",
    originalImageUrl: first.url,
  });
  media.takes = [edited, first];
  await open();
  await expectTakes(2);
  expect(screen.queryByRole("button", { name: "Before and after" })).toBeNull();
  await media.user.click(await take(2));
  await media.user.click(button("Before and after"));
  const stage = within(screen.getByRole("region", { name: "Two takes compared" }));
  const divider = stage.getByRole("slider", { name: "Divider between Before and After" });
  expect(divider.getAttribute("aria-valuetext")).toBe("50 % Before");
  fireEvent.change(divider, { target: { value: "20" } });
  expect(divider.getAttribute("aria-valuetext")).toBe("20 % Before");
  const shown = stage.getAllByRole("img").map((one) => one.getAttribute("src"));
  expect(shown).toEqual([first.url, edited.url]);
  await media.user.click(button("Before and after"));
  screen.getByRole("region", { name: "Panel preview" });
});
