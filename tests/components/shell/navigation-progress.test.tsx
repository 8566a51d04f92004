import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { NavigationProgress } from "@/components/shell/navigation-progress";
import { advanceTime, fakeTime, render } from "../support/render";
import { router } from "../support/router";

it("a pressed link says within 200 ms that its page is on the way, until it is there", async () => {
  fakeTime();
  const slow = (href: string, name: string) => (
    // The router of a slow line: it takes the press, and the page comes later.
    <a href={href} onClick={(event) => event.preventDefault()}>
      {name}
    </a>
  );
  const { user } = await render(
    <>
      <NavigationProgress />
      {slow("/user/ada", "Ada")}
      {slow("/#stories", "Explore")}
    </>,
    { at: "/" },
  );
  const bar = () => screen.queryByRole("progressbar", { name: "Loading the page" });
  await user.click(screen.getByRole("link", { name: "Explore" }));
  await advanceTime(500);
  expect(bar()).toBeNull();
  await user.click(screen.getByRole("link", { name: "Ada" }));
  await advanceTime(200);
  expect(bar()).not.toBeNull();
  router.at("/user/ada");
  await advanceTime(50);
  expect(bar()).toBeNull();
  // Back where it was pressed: nothing is on the way.
  router.at("/");
  await advanceTime(500);
  expect(bar()).toBeNull();
});
