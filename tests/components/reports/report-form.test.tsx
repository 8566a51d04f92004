import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { DecisionNotice } from "@/components/reports/decision-notice";
import { ReportForm } from "@/components/reports/report-form";
import { type Decision, emailMissing } from "@/lib/reports/schema";
import { storyId, testId, testUser } from "../support/builders";
import { fill, render } from "../support/render";
import { failWith, server } from "../support/server";

it("a report from a page whose session has ended asks for an email, and is sent", async () => {
  const report = "POST /api/reports";
  const errors = [{ field: "email", message: emailMissing }];
  const api = server({ [report]: failWith("validation_failed", emailMissing, { errors }) });
  const subject = { kind: "story" as const, id: storyId, name: "Low Tide", scenes: [] };
  const form = <ReportForm subject={subject} viewerId={testId("7")} back="/" />;
  const { user } = await render(form, { viewer: testUser(), at: `/report?story=${storyId}` });
  const email = () => screen.queryByLabelText(/^Your email/);
  await user.click(screen.getByLabelText("It uses another person's work without permission"));
  expect(email()).toBeNull();
  await fill(user, screen.getByLabelText("Details"), "These are my pictures.");
  const send = screen.getByRole("button", { name: "Send Report" });
  await user.dblClick(send);
  const field = await screen.findByRole("textbox", {
    name: /^Your email/,
    description: /Please give your email/,
  });
  api.answer({ [report]: { number: 12, token: "a".repeat(43), isMailed: false } });
  await fill(user, field, "reader@example.com");
  await user.dblClick(send);
  const heading = await screen.findByRole("heading", {
    name: /^Thank you. We have your report, number 12/,
  });
  await waitFor(() => expect(document.activeElement).toBe(heading));
  const sent = { kind: "story", id: storyId, reason: "copyright", words: "These are my pictures." };
  expect(api.sent(report)).toEqual([sent, { ...sent, email: "reader@example.com" }]);
});

it("a decision names its consequence only while it holds", async () => {
  const decision: Decision = {
    _id: testId("8"),
    kind: "story",
    storyId,
    storyTitle: "Low Tide",
    action: "hide",
    reason: "It shows pictures of a story that the administrator has hidden.",
    createdAt: "2026-12-01T10:00:00.000Z",
    objection: null,
    isOver: false,
    mayObject: false,
  };
  const { rerender } = await render(<DecisionNotice decision={decision} named />, {});
  screen.getByText(/Only you can see it/);
  rerender(<DecisionNotice decision={{ ...decision, isOver: true }} named />);
  screen.getByText(/It no longer applies/);
  expect(screen.queryByText(/Only you can see it/)).toBeNull();
});
