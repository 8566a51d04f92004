"use client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/forms/field";
import { Select } from "@/components/ui/forms/select";
import { useDedupedMutation } from "@/components/ui/hooks/use-deduped-mutation";
import { Notice } from "@/components/ui/notice";
import { messageOf } from "@/lib/platform/http/api-error";
import { panelOutfitsOptions } from "@/lib/scenes/client";
import type { Panel, PanelOutfit, Scene } from "@/lib/scenes/schema";
import { savePanel } from "@/lib/stories/query-cache";
import type { Story } from "@/lib/stories/schema";

interface PanelOutfitsProps {
  story: Story;
  scene: Scene;
  panel: Panel;
}

const usual = "usual";

/** Chooses what each character in the frame wears; shown where a character has outfits. */
export function PanelOutfits({ story, scene, panel }: PanelOutfitsProps) {
  const [open, setOpen] = useState(false);
  const client = useQueryClient();
  const options = panelOutfitsOptions(scene._id, panel.panelNumber);
  const { data = [] } = useQuery({ ...options, meta: { changesWithStory: story._id } });
  const dressed = data.filter(({ outfits }) => outfits.length > 0);
  const save = useDedupedMutation({
    mutationFn: ({ characterId, outfitId }: Pick<PanelOutfit, "characterId" | "outfitId">) => {
      const panelRef = {
        storyId: story._id,
        sceneId: scene._id,
        panelNumber: panel.panelNumber,
      };
      const outfits = [{ characterId, outfitId }];
      return savePanel(client, panelRef, panel, () => ({ outfits }));
    },
    meta: { handlesError: true },
    onSettled: () => client.invalidateQueries({ queryKey: options.queryKey }),
  });
  if (dressed.length === 0) return null;
  return (
    <>
      <button type="button" className="link" onClick={() => setOpen(true)}>
        Outfits
      </button>
      <Dialog open={open} onOpenChange={setOpen} title="Outfits in This Panel">
        <div className="grid gap-4">
          {save.error && <Notice tone="error">{messageOf(save.error)}</Notice>}
          {dressed.map(({ characterId, name, outfitId, wears, since, outfits }) => (
            <Field
              key={characterId}
              label={name}
              control="button"
              description={wears && !outfitId ? "In this panel alone" : sinceText(since)}
            >
              <Select
                value={outfitId ?? (wears || usual)}
                onValueChange={(chosen) =>
                  save.mutate({ characterId, outfitId: chosen === usual ? null : chosen })
                }
                options={[
                  ...(wears && !outfitId ? [{ value: wears, label: wears }] : []),
                  { value: usual, label: "Usual clothes" },
                  ...outfits.map((outfit) => ({ value: outfit._id, label: outfit.name })),
                ]}
              />
            </Field>
          ))}
          <p className="field-hint">
            An outfit stays in later panels until one of them changes it.
          </p>
        </div>
      </Dialog>
    </>
  );
}

const sinceText = (since: PanelOutfit["since"]) =>
  since ? `Since scene ${since.sceneNumber}, panel ${since.panelNumber}` : "From the beginning";
