"use client";
import { useState } from "react";
import { CopyField } from "@/components/ui/copy-button";
import { Field } from "@/components/ui/forms/field";
import { Select } from "@/components/ui/forms/select";
import { embedCode, embedFrame } from "@/lib/discovery/embed-code";
import { embedPath } from "@/lib/discovery/urls";
import { isVisibleToReaders } from "@/lib/scenes/reader-visibility";
import { partOf, partTitle } from "@/lib/stories/reading/parts";
import type { Story } from "@/lib/stories/schema";

/** Embed code of a published story or of one scene, for other sites. */
export function EmbedStory({ story }: { story: Story }) {
  const [scene, setScene] = useState("all");
  const scenes = story.scenes
    .filter(
      ({ panels, status }) =>
        panels.some(({ hasImage }) => hasImage) ||
        (status === "completed" && panels.some(isVisibleToReaders)),
    )
    .toSorted((a, b) => a.sceneNumber - b.sceneNumber);
  // A frame shows no more than a part.
  const counts = scenes.map(({ sceneNumber, panels }) => ({
    number: sceneNumber,
    panels: panels.length,
  }));
  const part = partOf(counts, 1);
  const chosen = scene === "all" ? undefined : Number(scene);
  const code = embedCode({
    src: window.location.origin + embedPath(story._id, chosen),
    title: story.title,
    ...embedFrame,
  });

  return (
    <details className="grid gap-3">
      <summary className="w-fit py-2 font-bold">Embed on your website</summary>
      <div className="mt-3 grid gap-3">
        <Field label="Scenes" control="button">
          <Select
            value={scene}
            onValueChange={setScene}
            options={[
              {
                value: "all",
                label:
                  part && part.total > 1
                    ? `${partTitle(part, 1)}, and a link to the rest`
                    : "The whole story",
              },
              ...scenes.map(({ sceneNumber, title }) => ({
                value: String(sceneNumber),
                label: title ? `${sceneNumber}. ${title}` : `Scene ${sceneNumber}`,
              })),
            ]}
          />
        </Field>
        <CopyField
          name="Embed code"
          label="Copy the code"
          text={code}
          successMessage="Code copied"
          errorMessage="The code could not be copied. Select it, and copy it yourself."
        />
      </div>
    </details>
  );
}
