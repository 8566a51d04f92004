import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { fill } from "../support/render";
import { atStep, described, findNextScenePrompt, firstPrompt, inWizard } from "./wizard";

const told =
  "A clockmaker named Odile and her grandson Tom hunt a brass owl in the harbour of Lindhaven";
const blank = "A story that has just begun.";
const skip = "Skip to the workspace";

it("the wizard shows itself once a session, and not after it was skipped", async () => {
  const { press, reload } = await inWizard(1, blank);
  await press(skip);
  await screen.findByText("Let's get started!");
  await reload();
  await screen.findByText("Let's get started!");
  expect(screen.queryByText("Step 1 of 4")).toBeNull();
});

it("an author who skips keeps the answers given so far", async () => {
  const { saved, user, press, proceedTo } = await inWizard(1, blank);
  await fill(user, described(), told);
  await proceedTo(2);
  await user.click(screen.getByRole("radio", { name: /^Manga Style/ }));
  await proceedTo(3);
  await proceedTo(4);
  await fill(user, firstPrompt(), "Odile opens the shutters");
  await press(skip);
  expect(await findNextScenePrompt()).toHaveProperty("value", "Odile opens the shutters");
  expect(saved.now().description).toBe(told);
  expect(saved.now().artStyle).toMatch(/manga/i);
});

it("answers that no Continue has saved are saved by skipping", async () => {
  const { saved, user, press } = await inWizard(1, blank);
  await fill(user, described(), "A whale swims up the canal");
  await press(skip);
  await findNextScenePrompt();
  expect(saved.now().description).toBe("A whale swims up the canal");
});

it("Back, the wizard's or the browser's, takes one press a step, and one from the workspace to the page before", async () => {
  const { history } = window;
  history.replaceState(null, "", "/my-stories");
  history.pushState(null, "", "/");
  const { press, backTo, proceedTo } = await inWizard(1, told);
  for (const step of [2, 3, 4] as const) await proceedTo(step);
  const entries = history.length;
  await backTo(3);
  history.back();
  await atStep(2);
  await backTo(1);
  history.go(3);
  await atStep(4);
  expect(history.length).toBe(entries);
  await press(skip);
  await findNextScenePrompt();
  await waitFor(() => expect(location.search).toBe(""));
  history.back();
  await waitFor(() => expect(location.pathname).toBe("/my-stories"));
});

it("Back from the step of an earlier visit, the first of this one, replaces it", async () => {
  // Drops entries ahead of an earlier test's.
  window.history.pushState(null, "", "/");
  const { backTo, proceedTo } = await inWizard(3, told);
  const entries = window.history.length;
  await backTo(2);
  expect(window.history.length).toBe(entries);
  await proceedTo(3);
  await backTo(2);
  expect(window.history.length).toBe(entries + 1);
  await backTo(1);
});
