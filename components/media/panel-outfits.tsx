"use client";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/forms/field";
import { Select } from "@/components/ui/forms/select";
import { Notice } from "@/components/ui/notice";
import { messageOf } from "@/lib/platform/http/api-error";
import { panelOutfitsOptions } from "@/lib/scenes/client";
import type { Panel, PanelOutfit, Scene } from "@/lib/scenes/schema";
import type { Story } from "@/lib/stories/schema";
import { useSavePanel } from "./use-save-panel";

interface PanelOutfitsProps {
  story: Story;
  scene: Scene;
  panel: Panel;
}

const usual = "usual";

/** Chooses the outfit of each character in the panel; hidden if none of them has outfits. */
export function PanelOutfits({ story, scene, panel }: PanelOutfitsProps) {
  const [open, setOpen] = useState(false);
  const { data = [] } = useQuery({
    ...panelOutfitsOptions(scene._id, panel.panelNumber),
    meta: { changesWithStory: story._id },
  });
  const dressed = data.filter(({ outfits }) => outfits.length > 0);
  const save = useSavePanel(story._id, scene._id, panel);
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
                  save.mutate({
                    outfits: [{ characterId, outfitId: chosen === usual ? null : chosen }],
                  })
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
