import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { NavigationProgress } from "@/components/shell/navigation-progress";
import { onRouterTransitionStart } from "@/instrumentation-client";
import { advanceTime, fakeTime, render } from "../support/render";
import { router } from "../support/router";

it("a requested page says within 200 ms that it is on the way, until it is there", async () => {
  fakeTime();
  await render(<NavigationProgress />, { at: "/" });
  const bar = () => screen.queryByRole("progressbar", { name: "Loading the page" });
  onRouterTransitionStart("/#stories");
  await advanceTime(500);
  expect(bar()).toBeNull();
  onRouterTransitionStart("/user/ada");
  await advanceTime(200);
  expect(bar()).not.toBeNull();
  router.at("/user/ada");
  await advanceTime(50);
  expect(bar()).toBeNull();
  // Back where it was requested: nothing is on the way.
  router.at("/");
  await advanceTime(500);
  expect(bar()).toBeNull();
});
