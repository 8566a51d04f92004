"use client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useEffect } from "react";
import { ContinueCard, continueRow } from "@/components/feed/continue-card";
import { Button } from "@/components/ui/button";
import { useDedupedMutation } from "@/components/ui/hooks/use-deduped-mutation";
import { passFocus } from "@/components/ui/pass-focus";
import { toast } from "@/components/ui/toast";
import { panelHref } from "@/lib/stories/reading/parts";
import type { Reading } from "@/lib/stories/reading/progress-schema";
import { setContinueHint } from "./device-readings";
import { readingsOptions, removeReading } from "./readings";

/** Stories in the row, the latest first. */
const maxCards = 12;

type Card = Omit<Reading, "card"> & { card: NonNullable<Reading["card"]> };
const hasCard = (reading: Reading): reading is Card => reading.card !== null;

export default function ContinueReadingRow({ viewerId }: { viewerId: string | undefined }) {
  const client = useQueryClient();
  const options = readingsOptions(viewerId);
  const { data, isSuccess } = useQuery(options);
  const cards = (data ?? []).filter(hasCard).slice(0, maxCards);
  const { mutate } = useDedupedMutation({
    mutationFn: (storyId: string) => removeReading(storyId, viewerId),
    keyOf: (storyId: string) => storyId,
    onSuccess(_, storyId) {
      client.setQueryData(options.queryKey, (all) =>
        all?.map((one) => (one.storyId === storyId ? { ...one, card: null } : one)),
      );
      toast.info("Removed. The story still opens where you stopped.");
    },
  });

  useEffect(() => {
    if (isSuccess) setContinueHint(cards.length > 0);
  }, [isSuccess, cards.length]);

  if (cards.length === 0) return null;
  return (
    <section aria-labelledby="continue-reading">
      <h2 id="continue-reading" className="display text-xl">
        Continue reading
      </h2>
      <ul className={continueRow}>
        {cards.map(({ storyId, progression, card }) => (
          <li ref={passFocus} key={storyId} className="group relative flex-none">
            <ContinueCard
              href={panelHref(storyId, card.position)}
              title={card.title}
              cover={card.cover ? { src: card.cover, decoding: "async" } : null}
              isLarge
            >
              Scene {card.place} of {card.scenes}
            </ContinueCard>
            <Button
              icon
              variant="ghost"
              size="sm"
              className="absolute top-0.5 right-0.5 group-has-[>a:hover]:text-on-yellow"
              label={`Remove ${card.title} from Continue reading`}
              loading={false}
              onClick={() => mutate(storyId)}
            >
              <X aria-hidden="true" />
            </Button>
            <span
              className="absolute bottom-0.5 left-0.5 h-1 max-w-[calc(100%-4px)] bg-red forced-color-adjust-none"
              aria-hidden="true"
              style={{ width: `${Math.round(progression * 100)}%` }}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
