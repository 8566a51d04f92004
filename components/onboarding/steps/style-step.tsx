"use client";
import { useQueryClient } from "@tanstack/react-query";
import { ArrowRight } from "lucide-react";
import { useRef, useState } from "react";
import { ArtStyleGrid } from "@/components/studio/settings/art-style-grid";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/forms/field";
import { Textarea } from "@/components/ui/forms/text-input";
import { useDedupedMutation } from "@/components/ui/hooks/use-deduped-mutation";
import { Notice } from "@/components/ui/notice";
import { findProblem } from "@/lib/platform/zod";
import { setArtStyle } from "@/lib/stories/client";
import { cacheIfNewer } from "@/lib/stories/query-cache";
import { artStyleBody } from "@/lib/stories/schema";
import { getArtStyle, initialState } from "../wizard-state";
import { answerClasses } from "./answer-field";
import { Disclosure } from "./disclosure";
import { StepFrame } from "./step-frame";
import type { StepProps } from "./step-props";

/** The grid's value for a custom style, which matches no card. */
const customStyleValue = "custom";

/** Step 2: the style of all pictures. */
export function StyleStep({ story, state, update, go, frame }: StepProps) {
  const queryClient = useQueryClient();
  const [problem, setProblem] = useState<string | null>(null);
  const area = useRef<HTMLTextAreaElement>(null);
  const { isCustom, preset, custom } = state.style;
  const isOther = getArtStyle(state.style) !== getArtStyle(initialState(story).style);
  const isDrawn = [...story.characters, ...story.locations].some(
    ({ primaryImageUrl }) => primaryImageUrl !== null,
  );

  const save = useDedupedMutation({
    mutationFn: (artStyle: string) => setArtStyle(story._id, artStyle),
    meta: { handlesError: true },
    onSuccess: (saved) => cacheIfNewer(queryClient, saved),
  });

  const change = (style: Partial<typeof state.style>) => {
    // Ignores changes while a save is pending. The grid is not disabled, because that would drop
    // the focus.
    if (save.isPending) return;
    setProblem(null);
    save.reset();
    update((now) => ({ style: { ...now.style, ...style } }));
  };
  const proceed = () => {
    if (save.isPending) return;
    const artStyle = getArtStyle(state.style);
    const found = findProblem(artStyleBody.shape.artStyle, artStyle);
    setProblem(found);
    if (found) area.current?.focus();
    // Unless the author has gone back.
    else save.mutate(artStyle, { onSuccess: () => go(3) });
  };

  return (
    <StepFrame
      {...frame}
      title="Choose Your Visual Style"
      lead="Used for every picture of your story."
      onBack={() => go(1)}
      onNext={proceed}
      next={
        <Button type="submit" variant="primary" size="lg" loading={save.isPending}>
          Continue <ArrowRight aria-hidden="true" />
        </Button>
      }
    >
      <ArtStyleGrid
        value={isCustom ? customStyleValue : preset}
        onChange={(prompt) => change({ preset: prompt, isCustom: false })}
        label="Visual style"
      />
      <Disclosure
        label="Or use a Custom Style"
        open={isCustom}
        onOpenChange={(open) => {
          change({ isCustom: open });
          if (open) requestAnimationFrame(() => area.current?.focus());
        }}
      >
        <Field label="Describe your style" error={problem ?? undefined}>
          <Textarea
            ref={area}
            className={`min-h-24 ${answerClasses}`}
            rows={3}
            value={custom}
            readOnly={save.isPending}
            onChange={(event) => change({ custom: event.target.value, isCustom: true })}
            placeholder="Woodcut in two colours, coarse paper, long shadows..."
          />
        </Field>
      </Disclosure>
      {isOther && isDrawn && (
        <Notice>
          Existing character and location pictures keep their style. Open one and press Regenerate
          to redraw it.
        </Notice>
      )}
      {save.isError && <Notice tone="error">Failed to save art style</Notice>}
    </StepFrame>
  );
}
