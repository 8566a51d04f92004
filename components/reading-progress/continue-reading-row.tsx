"use client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { X } from "lucide-react";
import Link from "next/link";
import { useEffect, useRef } from "react";
import { setContinueHint } from "@/components/reader/progress/local-position";
import { Button } from "@/components/ui/button";
import { useDedupedMutation } from "@/components/ui/hooks/use-deduped-mutation";
import { ImageWithFallback } from "@/components/ui/image-with-fallback";
import { toast } from "@/components/ui/toast";
import { hash } from "@/components/ui/utils/hash";
import { panelHref } from "@/lib/stories/reading/parts";
import type { Reading } from "@/lib/stories/reading/progress-schema";
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
  const row = useRef<HTMLUListElement>(null);
  const { mutate } = useDedupedMutation({
    mutationFn: (storyId: string) => removeReading(storyId, viewerId),
    keyOf: (storyId: string) => storyId,
    onSuccess(_, storyId) {
      const next = cards.findIndex((card) => card.storyId === storyId);
      client.setQueryData(options.queryKey, (all) =>
        all?.map((one) => (one.storyId === storyId ? { ...one, card: null } : one)),
      );
      toast.info("Removed. The story still opens where you stopped.");
      // The pressed button is gone: keyboard users continue with the next card.
      requestAnimationFrame(() => {
        const links = row.current?.querySelectorAll("a");
        (links?.[next] ?? links?.[next - 1])?.focus();
      });
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
      <ul ref={row} className="continue-row">
        {cards.map(({ storyId, progression, card }) => (
          <li key={storyId} className="reading-card">
            <Link
              href={panelHref(storyId, card.position)}
              prefetch={false}
              className="continue-card"
            >
              {card.cover ? (
                <ImageWithFallback src={card.cover} alt="" decoding="async" />
              ) : (
                <span
                  className={`card-blank card-blank-${hash(card.title, 4)}`}
                  aria-hidden="true"
                />
              )}
              <span className="continue-words">
                <b>{card.title}</b>
                <span>
                  Scene {card.place} of {card.scenes}
                </span>
              </span>
            </Link>
            <Button
              icon
              variant="ghost"
              size="sm"
              label={`Remove ${card.title} from Continue reading`}
              loading={false}
              onClick={() => mutate(storyId)}
            >
              <X aria-hidden="true" />
            </Button>
            <span
              className="reading-line"
              aria-hidden="true"
              style={{ width: `${Math.round(progression * 100)}%` }}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
