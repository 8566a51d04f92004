import { test } from "@/tests/support/browser";
import { call } from "@/tests/support/call";
import { signIn } from "../accounts/users";
import { expectStep } from "../onboarding/wizard";

test.describe("where the response comes before the second press", () => {
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
});
