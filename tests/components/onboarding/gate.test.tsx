import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { fill } from "../support/render";
import { described, findNextScenePrompt, firstPrompt, inWizard } from "./wizard";

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
