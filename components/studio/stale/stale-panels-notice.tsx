"use client";
import { RefreshCw } from "lucide-react";
import { useState } from "react";
import { CostHint } from "@/components/spending/story-costs";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import type { StalePanel } from "@/lib/generation/schema";
import { multiplyAmount } from "@/lib/spending/money";
import type { Story } from "@/lib/stories/schema";
import { useRegeneratePanel } from "../scenes/use-regenerate-panel";
import { useStalePanels } from "./use-stale-panels";

/** Maximum number of reasons in the notice; each panel shows its own. */
const maxReasons = 3;

interface StalePanelsNoticeProps {
  story: Story;
  /** As rendered by the server. */
  initial: StalePanel[];
}

/** Above the scenes: how many panels are out of date, why, and what drawing them again costs. */
export function StalePanelsNotice({ story, initial }: StalePanelsNoticeProps) {
  const stale = useStalePanels(story._id, initial);
  const regenerate = useRegeneratePanel(story._id);
  const [isPending, setIsPending] = useState(false);
  const panels = story.scenes
    .filter(({ status }) => status !== "generating")
    .flatMap((scene) =>
      scene.panels
        .filter((panel) => panel.status === "completed")
        .map((panel) => ({ sceneId: scene._id, panel })),
    )
    .filter(({ panel }) => stale.some(({ panelId }) => panelId === panel._id));
  if (panels.length === 0) return null;
  const count = panels.length === 1 ? "1 panel is" : `${panels.length} panels are`;
  const reasons = [...new Set(stale.flatMap((one) => one.reasons))];

  async function drawAgain() {
    setIsPending(true);
    // One after another: each reserves its price, and a refusal is shown on its panel.
    for (const { sceneId, panel } of panels) await regenerate(sceneId, panel);
    setIsPending(false);
  }

  return (
    <Notice
      title={`${count} out of date`}
      action={
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Button size="sm" loading={isPending} onClick={() => void drawAgain()}>
            <RefreshCw aria-hidden="true" /> Draw {panels.length === 1 ? "it" : "these"} again
          </Button>
          <CostHint storyId={story._id} of={({ panel }) => multiplyAmount(panels.length, panel)} />
        </span>
      }
    >
      {reasons.slice(0, maxReasons).join(". ")}.
      {reasons.length > maxReasons && ` And ${reasons.length - maxReasons} more changes.`} Earlier
      pictures stay as takes.
    </Notice>
  );
}
