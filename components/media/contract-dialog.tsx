"use client";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Controller } from "react-hook-form";
import { DraftNotice } from "@/components/ui/forms/draft-notice";
import { Field } from "@/components/ui/forms/field";
import { FormDialog } from "@/components/ui/forms/form-dialog";
import { Select } from "@/components/ui/forms/select";
import { Input, Textarea } from "@/components/ui/forms/text-input";
import { useEditForm } from "@/components/ui/forms/use-edit-form";
import { toast } from "@/components/ui/toast";
import { changesUnlessStale } from "@/lib/platform/http/save-latest";
import { panelOutfitsOptions } from "@/lib/scenes/client";
import { contractFor, contractUnder, shotSizes } from "@/lib/scenes/panels/contract";
import {
  type ContractForm,
  contractForm,
  fromContractForm,
  toContractForm,
} from "@/lib/scenes/panels/contract-form";
import { findMentions } from "@/lib/scenes/panels/find-mentions";
import { characterNamed, usualClothes } from "@/lib/scenes/panels/outfits";
import { panelName } from "@/lib/scenes/scene-name";
import type { Panel, Scene } from "@/lib/scenes/schema";
import type { Story } from "@/lib/stories/schema";
import { useSavePanelChanges } from "./use-save-panel";

interface ContractProps {
  story: Story;
  scene: Scene;
  panel: Panel;
}

const labels = {
  people: "People",
  place: "Location",
  light: "Light",
  shot: "Shot",
  mustShow: "Must be seen",
};

const words = {
  people: {
    rows: 3,
    hint: "One a line, such as 'Mira (raincoat): climbs the ladder'. An outfit stays in later panels until one of them changes it.",
  },
  mustShow: { rows: 2, hint: "One thing a line, such as 'the red lantern'." },
} as const;

/** The link beside the prompt that opens the panel's contract. */
export function ContractButton(props: ContractProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="link" onClick={() => setOpen(true)}>
        What it must show
      </button>
      <ContractDialog {...props} open={open} onOpenChange={setOpen} />
    </>
  );
}

/** The saved contract, or the people and the place that the prompt names. */
function contractOf({ story, panel }: ContractProps) {
  const { imagePrompt, shot } = panel;
  const named = (all: Story["characters"]) =>
    findMentions(imagePrompt, all).map(({ name }) => name);
  return (
    contractUnder(panel.contract, imagePrompt) ??
    contractFor({
      imagePrompt,
      shot,
      characters: named(story.characters),
      location: named(story.locations)[0] ?? null,
    })
  );
}

/** Edits the contract: what the painter is told and the check asks for. */
function ContractDialog({
  open,
  onOpenChange,
  ...props
}: ContractProps & { open: boolean; onOpenChange: (open: boolean) => void }) {
  const { story, scene, panel } = props;
  const { data: cast = [] } = useQuery({
    ...panelOutfitsOptions(scene._id, panel.panelNumber),
    enabled: open,
    meta: { changesWithStory: story._id },
  });
  const toForm = (version: Panel) => {
    const { people, ...rest } = contractOf({ ...props, panel: version });
    const dressed = people.map((one) => {
      const { name, wears } = characterNamed(one.name, cast) ?? {};
      return { ...one, name: name ?? one.name, outfit: wears ?? one.outfit };
    });
    return toContractForm({ ...rest, people: dressed });
  };
  const saved = toForm(panel);
  /** Omits outfits that were not changed here, because an earlier panel may change them meanwhile. */
  const toContract = (form: typeof saved) => {
    const { people, ...rest } = fromContractForm(form);
    const dressed = people.map((one) => {
      const worn = characterNamed(one.name, cast);
      if (!worn || (one.outfit === worn.wears && !worn.outfitId)) return one;
      const isKept = one.outfit === worn.wears;
      return { ...one, outfit: isKept ? "" : one.outfit || usualClothes };
    });
    return { ...rest, people: dressed };
  };
  const save = useSavePanelChanges(
    story._id,
    scene._id,
    panel,
    (changes: Partial<ContractForm>) => (latest) => {
      const now = toForm(latest);
      return (
        changesUnlessStale(saved, changes)(now) && { contract: toContract({ ...now, ...changes }) }
      );
    },
  );
  const { form, draft, submit } = useEditForm(contractForm, {
    key: `contract:${panel._id}`,
    open,
    saved,
    labels,
    failure: "Failed to update panel",
    send: save.mutateAsync,
    onSaved: () =>
      toast.success("Saved. It counts for the next picture.", {
        description: panelName(panel, scene),
      }),
    onDone: () => onOpenChange(false),
  });
  const shots = [...new Set([...shotSizes, form.watch("shot")])].filter((shot) => shot !== "");

  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      pending={save.isPending}
      title="What the Picture Must Show"
      description={`Scene ${scene.sceneNumber}, panel ${panel.panelNumber}. The painter is told this beside the prompt, and a check of the picture asks for it.`}
      action="Save"
      className="grid gap-5"
      onSubmit={submit}
    >
      <DraftNotice draft={draft} labels={labels} />
      {(["people", "place", "light", "shot", "mustShow"] as const).map((name) => (
        <Controller
          key={name}
          control={form.control}
          name={name}
          render={({ field, fieldState }) => (
            <Field
              label={labels[name]}
              error={fieldState.error?.message}
              {...(name === "shot" && { control: "button" as const })}
              {...((name === "people" || name === "mustShow") && { description: words[name].hint })}
            >
              {name === "shot" ? (
                <Select
                  value={field.value}
                  onValueChange={field.onChange}
                  options={[
                    { value: "", label: "Any" },
                    ...shots.map((shot) => ({ value: shot, label: shot })),
                  ]}
                />
              ) : name === "place" || name === "light" ? (
                <Input {...field} />
              ) : (
                <Textarea {...field} rows={words[name].rows} />
              )}
            </Field>
          )}
        />
      ))}
    </FormDialog>
  );
}
