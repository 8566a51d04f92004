"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Play } from "lucide-react";
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { generateScene } from "@/lib/generation/client";
import { sceneErrorText } from "@/lib/generation/error-texts";
import { maxPanels } from "@/lib/scenes/schema";
import { storyKeys } from "@/lib/stories/client";
import { untoldDescription } from "@/lib/stories/new-story";
import type { Story } from "@/lib/stories/schema";
import { usePanelCount } from "./panel-count";

const draftKey = (storyId: string) => `inkwright:scene-prompt:${storyId}`;

/** The rules for a scene prompt, in the words of the specification. */
function problemOf(prompt: string): string | null {
  const length = prompt.trim().length;
  if (length === 0) return "Scene prompt is required";
  if (length < 10) return "Prompt should be at least 10 characters";
  if (length > 1000) return "Prompt too long (max 1000 characters)";
  return null;
}

/** Always in reach at the foot: what happens next, and in how many panels. */
export function PromptBar({ story }: { story: Story }) {
  const queryClient = useQueryClient();
  const [prompt, setPrompt] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const [panels, setPanels] = usePanelCount(story._id);
  const first = story.scenes.length === 0;
  const started = useRef(false);
  const latest = useRef("");

  // What was typed survives a reload. A new story begins with the line it was made from.
  useEffect(() => {
    if (started.current) return;
    started.current = true;
    const kept = localStorage.getItem(draftKey(story._id));
    const told = first && story.description !== untoldDescription ? story.description : "";
    latest.current = kept ?? told;
    setPrompt(latest.current);
  }, [first, story._id, story.description]);

  const change = (value: string) => {
    latest.current = value;
    setPrompt(value);
    setProblem(null);
    localStorage.setItem(draftKey(story._id), value);
  };

  const generate = useMutation({
    mutationFn: ({ text, key }: { text: string; key: string }) =>
      generateScene(
        { storyId: story._id, prompt: text, generateImages: true, maxPanels: panels },
        key,
      ),
    meta: { handlesError: true },
    onSuccess: async ({ scene }, { text }) => {
      // What was typed while the request was under way is the next scene's.
      if (latest.current.trim() === text) change("");
      await queryClient.invalidateQueries({ queryKey: storyKeys.detail(story._id) });
      requestAnimationFrame(() =>
        document
          .getElementById(`scene-${scene.sceneNumber}`)
          ?.scrollIntoView({ behavior: "smooth", block: "start" }),
      );
    },
    onError: (error) => toast.error(sceneErrorText(error), { duration: 6000 }),
  });

  function submit(event?: FormEvent) {
    event?.preventDefault();
    // A second click while the first is on its way would be a second scene.
    if (generate.isPending) return;
    const found = problemOf(prompt);
    setProblem(found);
    // The key makes a request that the network repeats one scene all the same.
    if (!found) generate.mutate({ text: prompt.trim(), key: `${story._id}-${Date.now()}` });
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === "Enter" && !event.shiftKey && !event.nativeEvent.isComposing) {
      event.preventDefault();
      submit();
    }
  }

  return (
    <form className="prompt-bar" onSubmit={submit} aria-label="Next scene">
      <div className="prompt-bar-inner">
        <div className="flex-1">
          <label htmlFor="scene-prompt" className="sr-only">
            What happens in the next scene?
          </label>
          <textarea
            id="scene-prompt"
            className="prompt-bar-text"
            rows={2}
            value={prompt}
            onChange={(event) => change(event.target.value)}
            onKeyDown={onKeyDown}
            placeholder={first ? "How does your story begin?" : "What happens next?"}
            aria-invalid={problem !== null}
            aria-describedby={problem ? "scene-prompt-problem" : undefined}
          />
          {problem && (
            <p id="scene-prompt-problem" role="alert" className="mt-1 text-sm text-red">
              {problem}
            </p>
          )}
        </div>
        <div className="prompt-bar-actions">
          <fieldset className="panel-picker">
            <legend className="sr-only">Panels in this scene</legend>
            {Array.from({ length: maxPanels }, (_, index) => index + 1).map((count) => (
              <label key={count} title={`${count} ${count === 1 ? "panel" : "panels"}`}>
                <input
                  type="radio"
                  name="panels"
                  value={count}
                  checked={panels === count}
                  onChange={() => setPanels(count)}
                  className="sr-only"
                />
                <span aria-hidden="true" className="panel-picker-frame">
                  {count}
                </span>
                <span className="sr-only">
                  {count} {count === 1 ? "panel" : "panels"}
                </span>
              </label>
            ))}
          </fieldset>
          <Button type="submit" variant="primary" loading={generate.isPending}>
            <Play aria-hidden="true" fill="currentColor" /> Draw it
          </Button>
        </div>
      </div>
    </form>
  );
}
