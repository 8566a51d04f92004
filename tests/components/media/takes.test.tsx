import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { TakeDetails } from "@/components/media/takes/take-details";
import { expectAccessible } from "../support/accessibility";
import { aScene, aTake, testUser } from "../support/builders";
import { render } from "../support/render";
import { failWith, server } from "../support/server";

it("a take whose check has failed says why, and is checked again", async () => {
  const scene = aScene(1, 1);
  const ask = "POST /api/ai/check-picture";
  const api = server({
    [ask]: failWith("ai_unavailable", "The AI service did not answer in time."),
  });
  const take = aTake({ checkProblem: "The vision service cannot be reached." });
  const { user } = await render(
    <TakeDetails
      {...{ take: { ...take, number: 1 }, sceneId: scene._id, panelNumber: 1, isInUse: true }}
      onDeleted={() => {}}
    />,
    { viewer: testUser() },
  );
  screen.getByText("The vision service cannot be reached.");
  await expectAccessible();
  await user.click(screen.getByRole("button", { name: "Check again" }));
  await screen.findByText("The AI service did not answer in time.");
  expect(api.sent(ask)).toEqual([{ sceneId: scene._id, panelNumber: 1, takeId: take._id }]);
});
