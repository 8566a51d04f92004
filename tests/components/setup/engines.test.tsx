import { screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { EngineTrials } from "@/components/setup/engine-trials";
import { Workflows } from "@/components/setup/workflows";
import { toast } from "@/components/ui/toast";
import { ApiError } from "@/lib/platform/http/api-error";
import * as client from "@/lib/setup/client";
import type { TrialResult } from "@/lib/setup/schema";
import { render } from "../support/render";

it("one press tries every engine and says what works, how long it took and what is missing", async () => {
  const answers: (TrialResult | Error)[] = [
    { outcome: "works", seconds: 3.4, detail: null },
    { outcome: "unable", seconds: 0, detail: "It takes no mask." },
    new ApiError("The server is busy.", 503, "unavailable", [], {}),
  ];
  const tried = vi.spyOn(client, "tryEngine").mockImplementation(async () => {
    const answer = answers.shift();
    if (!answer || answer instanceof Error) throw answer;
    return answer;
  });
  const { user } = await render(
    <EngineTrials
      trials={[
        { engine: "ComfyUI", trial: "picture" },
        { engine: "ComfyUI", trial: "mask" },
        { engine: "gpt-4o", trial: "script" },
      ]}
    />,
  );
  await user.click(screen.getByRole("button", { name: "Try them now" }));
  await screen.findByText("1 of 3 failed.");
  const [first, second, third] = screen.getAllByRole("listitem").map((item) => within(item));
  first?.getByText("Works");
  first?.getByText("3.4 s");
  second?.getByText("It takes no mask.");
  third?.getByText("The server is busy.");
  expect(tried).toHaveBeenCalledTimes(3);
});

it("the result of trials is told on the page that their administrator has gone to", async () => {
  const { promise, reject } = Promise.withResolvers<TrialResult>();
  vi.spyOn(client, "tryEngine").mockReturnValue(promise);
  const told = vi.spyOn(toast, "info");
  const { user, unmount } = await render(
    <EngineTrials trials={[{ engine: "ComfyUI", trial: "picture" }]} />,
  );
  await user.click(screen.getByRole("button", { name: "Try them now" }));
  unmount();
  reject(new ApiError("The server is busy.", 503, "unavailable"));
  await waitFor(() => expect(told).toHaveBeenCalledWith("Engines tried: 1 of 1 failed."));
});

it("a refusal that further trials would get as well ends them all", async () => {
  const tried = vi
    .spyOn(client, "tryEngine")
    .mockResolvedValueOnce({ outcome: "works", seconds: 1, detail: null })
    .mockRejectedValue(new ApiError("A trial is running already.", 409, "conflict", [], {}));
  const trials = (["picture", "edit", "mask"] as const).map((trial) => ({ engine: "X", trial }));
  const { user } = await render(<EngineTrials trials={trials} />);
  await user.click(screen.getByRole("button", { name: "Try them now" }));
  await screen.findByText("A trial is running already.");
  expect(screen.getAllByRole("listitem")).toHaveLength(1);
  expect(screen.getByRole("status").textContent).toBe("");
  expect(tried).toHaveBeenCalledTimes(2);
});

it("each workflow's button says which one it deletes", async () => {
  const workflows = ["Portraits", "Repairs"].map((name) => ({
    name,
    source: "setup" as const,
    kind: "text" as const,
    pictures: 0,
    problem: null,
    missing: [],
  }));
  await render(<Workflows workflows={workflows} onSaved={vi.fn()} />);
  for (const { name } of workflows) screen.getByRole("button", { name: `Delete ${name}` });
});
