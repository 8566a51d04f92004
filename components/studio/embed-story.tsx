"use client";
import { Code } from "lucide-react";
import { useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { toast } from "@/components/ui/toast";
import { embedPath } from "@/lib/discovery/addresses";
import { embedCode, embedFrame } from "@/lib/discovery/embed-code";
import type { Story } from "@/lib/stories/schema";

/** The frame of a published story, or of one scene, as HTML for one's own page. */
export function EmbedStory({ story }: { story: Story }) {
  const id = useId();
  const [scene, setScene] = useState("all");
  const scenes = story.scenes
    .filter(({ panels }) => panels.length > 0)
    .toSorted((a, b) => a.sceneNumber - b.sceneNumber);
  const chosen = scene === "all" ? undefined : Number(scene);
  const code = embedCode({
    src: window.location.origin + embedPath(story._id, chosen),
    title: story.title,
    ...embedFrame,
  });

  async function copy() {
    try {
      await navigator.clipboard.writeText(code);
      toast.success("Code copied");
    } catch {
      toast.error("The code could not be copied. Select it, and copy it yourself.");
    }
  }

  return (
    <details className="grid gap-3">
      <summary className="w-fit cursor-pointer py-2 font-bold">Embed it on a page of yours</summary>
      <div className="mt-3 grid gap-3">
        <Field label="Scenes" control="button">
          <Select
            value={scene}
            onValueChange={setScene}
            options={[
              { value: "all", label: "The whole story" },
              ...scenes.map(({ sceneNumber, title }) => ({
                value: String(sceneNumber),
                label: title ? `${sceneNumber}. ${title}` : `Scene ${sceneNumber}`,
              })),
            ]}
          />
        </Field>
        <label htmlFor={id} className="field-label">
          HTML of the frame
        </label>
        <div className="flex flex-wrap gap-2">
          <input
            id={id}
            className="input min-w-48 flex-1"
            readOnly
            value={code}
            onFocus={({ target }) => target.select()}
          />
          <Button label="Copy the HTML" onClick={() => void copy()}>
            <Code aria-hidden="true" /> Copy
          </Button>
        </div>
      </div>
    </details>
  );
}
