"use client";
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/forms/field";
import { Select } from "@/components/ui/forms/select";
import { Input } from "@/components/ui/forms/text-input";
import { useDraft } from "@/components/ui/forms/use-draft";
import { passFocus } from "@/components/ui/pass-focus";
import { createDrafts } from "@/lib/platform/draft-storage";
import { findProblem, z } from "@/lib/platform/zod";
import { storyOptions } from "@/lib/stories/client";
import { addReference } from "@/lib/world/references/client";
import {
  addReferenceBody,
  type ReferenceSheet,
  referenceRoles,
} from "@/lib/world/references/schema";
import type { Entity, EntityKind } from "@/lib/world/schema";
import { PictureSource } from "./picture-source";
import { roleNames } from "./role-names";

/** Labels of references to add, by the owner's id. */
const labelDrafts = createDrafts({
  kind: "reference-label",
  schema: z.string(),
  emptyValue: "",
});

interface AddReferenceProps {
  kind: EntityKind;
  entity: Entity;
  keep: (sheet: ReferenceSheet) => void;
}

/** Adds a reference picture with its role. Pictures of outfits are added with the outfit. */
export function AddReference({ kind, entity, keep }: AddReferenceProps) {
  const { data: story } = useQuery({ ...storyOptions(entity.storyId), enabled: false });
  const roles = referenceRoles[kind].filter((role) => role !== "outfit");
  const [role, setRole] = useState(roles[0] ?? "place");
  const [label, setLabel] = useDraft(labelDrafts, entity._id);
  const [isAdding, setIsAdding] = useState(false);
  if (!story) return null;
  if (!isAdding) {
    return (
      <Button
        ref={passFocus}
        size="sm"
        className="justify-self-start"
        onClick={() => setIsAdding(true)}
      >
        <Plus aria-hidden="true" /> Add a Reference
      </Button>
    );
  }
  return (
    <fieldset className="grid gap-3 rounded-card border-2 border-rule p-3">
      <legend className="px-1 text-sm font-bold">Add a reference</legend>
      <div className="grid gap-3 sm:grid-cols-2">
        {roles.length > 1 && (
          <Field label="It shows" control="button">
            <Select
              value={role}
              onValueChange={setRole}
              options={roles.map((value) => ({ value, label: roleNames[value] }))}
            />
          </Field>
        )}
        <Field
          label="In a few words"
          optional
          error={findProblem(addReferenceBody.shape.label, label) ?? undefined}
        >
          <Input
            value={label}
            placeholder={kind === "character" ? "from behind" : "by night"}
            onChange={(event) => setLabel(event.target.value)}
          />
        </Field>
      </div>
      <PictureSource
        story={story}
        multiple
        onPicture={async (imageUrl) => {
          keep(await addReference(kind, entity._id, { imageUrl, role, label }));
          // Not words typed during the upload.
          if (labelDrafts.get(entity._id) === label) setLabel("");
        }}
      />
    </fieldset>
  );
}
