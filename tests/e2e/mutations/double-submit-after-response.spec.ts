import { expect, test } from "@/tests/support/browser";
import { call } from "@/tests/support/call";
import { signIn } from "../accounts/users";
import { expectStep } from "../onboarding/wizard";
import { author } from "../reader/author";
import { atWorkspace, skipOnboarding } from "../studio/workspace";

test.describe("where the answer comes before the second press", () => {
  test("a story is published once, by double click and by Enter @full", { tag: "@phone" }, async ({
    page,
  }) => {
    const storyId = await atWorkspace(page, { scenes: [1] });
    const sent: string[] = [];
    page.on("request", (one) => one.method() === "PUT" && sent.push(one.url()));
    const status = async () =>
      (await call<{ status: string }>(page, "GET", `/stories/${storyId}`)).status;
    await page.getByRole("button", { name: "Publish", exact: true }).click();
    const publish = page.getByRole("dialog").getByRole("button", { name: "Publish", exact: true });
    await publish.dblclick({ delay: 90 });
    await expect(page.getByRole("button", { name: "Unpublish" })).toBeEnabled();
    expect([sent.length, await status()]).toEqual([1, "published"]);
    await page.getByRole("button", { name: "Unpublish" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Unpublish" }).focus();
    await page.keyboard.press("Enter");
    await page.waitForTimeout(200);
    await page.keyboard.press("Enter");
    await expect(publish).toBeEnabled();
    await page.waitForTimeout(500);
    expect([sent.length, await status()]).toEqual([2, "draft"]);
  });

  test("a double click on Continue is one step of the wizard @full", { tag: "@phone" }, async ({
    page,
  }) => {
    await signIn(page);
    await page.goto("/");
    const { _id } = await call<{ _id: string }>(page, "POST", "/stories", {
      title: "The Brass Owl",
      description: "A retired clockmaker named Odile finds a brass owl that sings at midnight.",
    });
    await page.goto(`/story/${_id}`);
    await expectStep(page, 1);
    const next = page.getByRole("button", { name: "Continue", exact: true });
    await next.hover();
    await page.mouse.down();
    await page.mouse.up();
    await expectStep(page, 2);
    // The second click of the two, where the next step has its own button.
    await page.mouse.down({ clickCount: 2 });
    await page.mouse.up({ clickCount: 2 });
    await page.waitForTimeout(800);
    await expectStep(page, 2);
  });

  test("a remix is made once @full", { tag: "@phone" }, async ({ page, request, baseURL }) => {
    const storyId = await (await author(request, baseURL)).seed();
    await signIn(page);
    await skipOnboarding(page, storyId);
    await page.goto(`/story/${storyId}/read`);
    await expect(page.getByRole("banner").getByRole("button")).toBeVisible();
    const made: string[] = [];
    page.on(
      "request",
      (one) => one.url().includes("/remix") && one.method() === "POST" && made.push(one.url()),
    );
    await page
      .getByRole("button", { name: /^Remix(?! scene)/ })
      .first()
      .dblclick({ delay: 60 });
    await expect(page).toHaveURL(/\/story\/[0-9a-f-]{36}$/);
    expect(made).toHaveLength(1);
  });
});
