import { expect, test } from "@/tests/support/browser";
import { expectAccessible } from "@/tests/support/expect-accessible";
import { author } from "./author";

interface Told {
  scenes: { _id: string; panels: { imageUrl: string }[] }[];
}
interface Filmed {
  status: string;
  result: { videoUrl: string } | null;
}

test("a video plays while it is in view, the address is shared, the remixes are browsed", async ({
  page,
  context,
  request,
  baseURL,
}) => {
  const ida = await author(request, baseURL);
  const storyId = await ida.seed({ title: "Moving", scenes: [3, 1] });
  const [, scene] = (await ida.call<Told>("GET", `/stories/${storyId}`)).scenes;
  const { jobId } = await ida.call<{ jobId: string }>("POST", "/ai/generate-video", {
    storyId,
    sceneId: scene?._id,
    panelNumber: 1,
    prompt: "Rain falls",
    imageUrl: scene?.panels[0]?.imageUrl,
  });
  let filmed: Filmed | undefined;
  const status = async () => {
    filmed = await ida.call<Filmed>("GET", `/ai/video-status/${jobId}`);
    return filmed.status;
  };
  await expect.poll(status, { timeout: 60_000 }).toBe("completed");
  await ida.call("PUT", `/scenes/${scene?._id}/panels/1`, { videoUrl: filmed?.result?.videoUrl });

  await page.goto(`/story/${storyId}/read`);
  const film = page.locator("#scene-2 video");
  const isMoving = () => film.evaluate((it: HTMLVideoElement) => !it.paused && it.currentTime > 0);
  await expect(film).toHaveJSProperty("paused", true);
  await film.evaluate((it) => it.scrollIntoView({ block: "center" }));
  await expect.poll(isMoving).toBe(true);
  await expect(film).toHaveJSProperty("muted", true);
  await expect(film).toHaveJSProperty("loop", true);
  // Panel by panel it plays once the camera has reached it.
  await page.locator("#scene-2 .panel-link").focus();
  await page.keyboard.press("Enter");
  await expect(page.locator("html")).toHaveAttribute("data-stage");
  await expect.poll(isMoving).toBe(true);
  await page.keyboard.press("ArrowLeft");
  await expect(film).toHaveJSProperty("paused", true);
  await page.keyboard.press("ArrowRight");
  await expect.poll(isMoving).toBe(true);
  // On a page it plays on in a window of another size, and after a turn and back.
  await page.keyboard.press("2");
  await expect(page.locator("html")).toHaveAttribute("data-reader", "page");
  await expect.poll(isMoving).toBe(true);
  await page.setViewportSize({ width: 1200, height: 800 });
  await page.keyboard.press("End");
  await expect(film).toHaveJSProperty("paused", true);
  await page.keyboard.press("ArrowLeft");
  await expect.poll(isMoving).toBe(true);
  await page.keyboard.press("1");
  await expect(page.locator("html")).not.toHaveAttribute("data-stage");
  await page.evaluate(() => scrollTo(0, 0));
  await expect(film).toHaveJSProperty("paused", true);

  // To the clipboard where the device has no sheet of its own.
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.evaluate(() => Object.assign(navigator, { share: undefined }));
  const share = page.getByRole("button", { name: "Share" }).first();
  await share.click();
  await expect(page.getByText("Link copied")).toBeVisible();
  const address = `${baseURL}/story/${storyId}/read`;
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address);
  await page.evaluate(() =>
    Object.assign(navigator, {
      share: async (sent: object) => void Object.assign(window, { sent }),
    }),
  );
  await share.click();
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { sent?: object }).sent))
    .toEqual({ title: "Moving", url: address });

  const { _id: copy } = await ida.call<{ _id: string }>("POST", `/stories/${storyId}/remix`);
  await ida.call("PUT", `/stories/${copy}`, { status: "published" });
  await page.goto(`/story/${storyId}/remixes`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Remix tree of Moving");
  await expect(page.locator(`a[href="/story/${copy}/read"]`)).toBeVisible();
  await expectAccessible(page, "remixes");
  await page.getByRole("link", { name: "Back to the story" }).click();
  await expect(page).toHaveURL(address);
});
