import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { MonthSpending } from "@/components/spending/month-spending";
import { CostHint, costOfPanels, StorySpending } from "@/components/spending/story-costs";
import { storyCostsOptions } from "@/lib/spending/client";
import type { StoryCosts } from "@/lib/spending/schema";

const storyId = "0198f0c0-0000-7000-8000-000000000001";
const known = (micros: number) => ({ micros, isUnknown: false });
const costs: StoryCosts = {
  isFree: false,
  scene: { fixed: known(91_020), perPanel: known(30_270) },
  picture: known(30_000),
  panel: known(30_000),
  take: known(30_000),
  repair: known(30_000),
  video: known(180_000),
  check: null,
  spent: { micros: 1_240_000, calls: 40, unpricedCalls: 2, seconds: 0 },
};

function shown(node: ReactNode, data: StoryCosts | null = costs): string {
  const client = new QueryClient();
  if (data) client.setQueryData(storyCostsOptions(storyId).queryKey, data);
  const markup = renderToStaticMarkup(
    <QueryClientProvider client={client}>{node}</QueryClientProvider>,
  );
  return markup.replace(/<[^>]*>/g, "");
}

it("the estimate of a scene depends on its number of panels", () => {
  const hint = (count: number) =>
    shown(<CostHint storyId={storyId} of={costOfPanels(count)} what={`for ${count} panels`} />);
  expect(hint(4)).toBe("About $0.21 for 4 panels");
  expect(hint(6)).toBe("About $0.27 for 6 panels");
});

it("no cost is shown where all is free, or none is known", () => {
  const hint = <CostHint storyId={storyId} of={costOfPanels(4)} />;
  expect(shown(hint, { ...costs, isFree: true })).toBe("");
  expect(shown(hint, null)).toBe("");
  expect(shown(<StorySpending storyId={storyId} />, { ...costs, isFree: true })).toBe("");
});

it("the spending names calls without a price", () => {
  expect(shown(<StorySpending storyId={storyId} />)).toBe(
    "AI spending on this story so far: $1.24 and 2 calls of unknown price",
  );
  expect(shown(<MonthSpending spent={costs.spent} />)).toContain(
    "This month: $1.24 and 2 calls of unknown price",
  );
});
