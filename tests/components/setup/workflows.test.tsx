import { act, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { Workflows } from "@/components/setup/workflows";
import * as client from "@/lib/setup/client";
import { fill, render } from "../support/render";

it("a pasted workflow survives a reload, and what is typed while it is being kept", async () => {
  const kept = Promise.withResolvers<never>();
  vi.spyOn(client, "saveWorkflow").mockReturnValue(kept.promise);
  const show = () => render(<Workflows workflows={[]} onSaved={() => undefined} />);
  const field = (name: string) => screen.getByRole<HTMLInputElement>("textbox", { name });
  const first = await show();
  await fill(first.user, field("Name"), "Ink");
  await fill(first.user, field("Workflow"), "graph");
  first.unmount();
  const { user } = await show();
  expect([field("Name").value, field("Workflow").value]).toEqual(["Ink", "graph"]);
  await user.click(screen.getByRole("button", { name: "Keep the workflow" }));
  await fill(user, field("Name"), "Ink and wash");
  await act(async () => kept.resolve({} as never));
  expect([field("Name").value, field("Workflow").value]).toEqual(["Ink and wash", ""]);
});
