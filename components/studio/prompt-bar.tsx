"use client";
import { useQueryClient } from "@tanstack/react-query";
import { CircleAlert, Play } from "lucide-react";
import {
  type FormEvent,
  type KeyboardEvent,
  type Ref,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
} from "react";
import { CostHint, costOfPanels } from "@/components/spending/story-costs";
import { Button } from "@/components/ui/button";
import { useAutoResize } from "@/components/ui/hooks/use-auto-resize";
import { useDedupedMutation } from "@/components/ui/hooks/use-deduped-mutation";
import { playSound } from "@/components/ui/sound";
import { toast } from "@/components/ui/toast";
import { isComposing } from "@/components/ui/utils/ime";
import { prefersReducedMotion } from "@/components/ui/utils/reduced-motion";
import { generateScene } from "@/lib/generation/client";
import { sceneErrorText } from "@/lib/generation/error-texts";
import { addCachedScene } from "@/lib/stories/query-cache";
import type { Story } from "@/lib/stories/schema";
import { placeholderDescription } from "@/lib/stories/story-defaults";
import {
  type CastChoice,
  loadCastDraft,
  partitionChoices,
  saveCastDraft,
  toCastIds,
} from "./cast-draft";
import { CastPicker } from "./cast-picker";
import { PanelCountPicker } from "./panel-count-picker";
import { findInsertPosition, InsertionNote } from "./reorder/insertion-note";
import type { InsertScene } from "./reorder/scene-menu";
import type { ReorderControls } from "./reorder/use-reorder";
import { loadPromptDraft, savePromptDraft, validateScenePrompt } from "./scene-prompt";
import { usePanelCount } from "./use-panel-count";
import { watchScene } from "./watched-scenes";

export interface PromptBarHandle {
  /** Fills the box and starts the scene, once; what was being written comes back afterwards. */
  begin: (text: string) => void;
  /** The next scene that is asked for gets a place beside another. */
  insert: InsertScene;
}

interface PromptBarProps {
  story: Story;
  order: ReorderControls;
  /** Known while a scene is being asked for; ideas wait meanwhile. */
  onPendingChange: (isPending: boolean) => void;
  ref?: Ref<PromptBarHandle>;
}

/** Milliseconds within which a press of an emptied box belongs to the one that emptied it. */
const doubleSubmitWindow = 3_000;

/** What is drawn, as it was asked for: what is chosen after the press is the next scene's. */
interface SceneRequest {
  text: string;
  /** It is one of the ideas: what was being written waits for its end. */
  isIdea: boolean;
  /** Makes a request that the network repeats one scene all the same. */
  key: string;
  chosen: CastChoice[];
  maxPanels: number;
  place: { position: number; beside: Parameters<InsertScene>[0] } | null;
}

/** Always in reach at the foot: what happens next, and in how many panels. */
export function PromptBar({ story, order, onPendingChange, ref }: PromptBarProps) {
  const queryClient = useQueryClient();
  const [prompt, setPrompt] = useState("");
  const [cast, setCast] = useState<CastChoice[]>([]);
  const [problem, setProblem] = useState<string | null>(null);
  const [panels, setPanels] = usePanelCount(story);
  const first = story.scenes.length === 0;
  const [beside, setBeside] = useState<Parameters<InsertScene>[0] | null>(null);
  const position = findInsertPosition(story, beside);
  const loaded = useRef(false);
  const latest = useRef("");
  const box = useRef<HTMLTextAreaElement>(null);
  useAutoResize(box, prompt);
  /** Closed from the press until the answer: a second click would be a second scene. */
  const isAsking = useRef(false);
  const askedAt = useRef(0);

  const show = (value: string) => {
    latest.current = value;
    setPrompt(value);
    setProblem(null);
  };
  const change = (value: string) => {
    show(value);
    savePromptDraft(story._id, value);
  };

  const choose = (chosen: CastChoice[]) => {
    setCast(chosen);
    saveCastDraft(story._id, chosen);
  };

  // What was typed and chosen survives a reload. A new story begins with the line it was made from.
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once
  useEffect(() => {
    if (loaded.current) return;
    loaded.current = true;
    const initialPrompt =
      first && story.description !== placeholderDescription ? story.description : "";
    setCast(loadCastDraft(story._id));
    // Letters typed before this script ran are newer than what was kept.
    show(box.current?.value || (loadPromptDraft(story._id) ?? initialPrompt));
  }, []);

  const generate = useDedupedMutation({
    mutationFn: ({ text, key, chosen, maxPanels, place }: SceneRequest) =>
      generateScene(
        {
          ...{ storyId: story._id, prompt: text, generateImages: true, maxPanels },
          ...(place && { position: place.position }),
          ...toCastIds(partitionChoices(story, chosen)),
        },
        key,
      ),
    keyOf: ({ text }) => text,
    meta: { handlesError: true },
    // Not before: a press that is the one before has no end of its own.
    onMutate: ({ text, isIdea }) => {
      isAsking.current = true;
      askedAt.current = Date.now();
      onPendingChange(true);
      playSound("swoosh");
      if (isIdea) show(text);
    },
    onSuccess: ({ scene }, { text, isIdea, chosen, place }) => {
      // What was typed while the request was under way is the next scene's.
      const isUntouched = latest.current.trim() === text;
      const draft = loadPromptDraft(story._id)?.trim() ?? "";
      // What is kept beside an idea is its author's draft; beside words of one's own, another tab's.
      if (isUntouched && draft === text) change("");
      else if (isUntouched) show(isIdea ? draft : "");
      // The chips go with their prompt; those that were chosen since are the next scene's.
      const isOwnDraftBack = isIdea && isUntouched && draft !== "" && draft !== text;
      if (!isOwnDraftBack) {
        const rest = loadCastDraft(story._id).filter(
          ({ _id }) => !chosen.some((one) => one._id === _id),
        );
        choose(rest);
      }
      watchScene(queryClient, scene);
      void addCachedScene(queryClient, scene);
      if (place) {
        order.tellInserted(scene, place.beside.sceneId, () => {
          if (latest.current.trim() !== "") return;
          change(text);
          choose(chosen);
          setBeside(place.beside);
        });
      }
      // Another place that was chosen meanwhile is the next scene's.
      setBeside((now) => (now === (place?.beside ?? null) ? null : now));
      scrollToScene(scene.sceneNumber);
    },
    onError: (error, { text, isIdea }) => {
      toast.error(sceneErrorText(error), { duration: 6000 });
      const kept = loadPromptDraft(story._id)?.trim() ?? "";
      // An idea that could not be drawn gives way to what the author was writing.
      if (latest.current.trim() === text && kept !== text) {
        if (kept === "") change(latest.current);
        else if (isIdea) show(kept);
      }
    },
    onSettled: () => {
      isAsking.current = false;
      onPendingChange(false);
    },
  });

  function ask(text: string, isIdea = false) {
    if (isAsking.current) return;
    // Enter and the button, one after the other: the box has just been emptied.
    if (text.trim() === "" && Date.now() - askedAt.current < doubleSubmitWindow) return;
    const found = validateScenePrompt(text);
    setProblem(found);
    if (found) {
      box.current?.focus();
      return;
    }
    // The key makes a request that the network repeats one scene all the same.
    const key = `${story._id}-${Date.now()}-${Math.random().toString(36).slice(2)}`;
    const place = position && beside ? { position, beside } : null;
    const request = { text: text.trim(), isIdea, key, chosen: cast, maxPanels: panels, place };
    generate.mutate(request);
  }

  useImperativeHandle(ref, () => ({
    insert(place) {
      setBeside(place);
      // The menu gives the focus back to its button first.
      requestAnimationFrame(() => box.current?.focus({ preventScroll: true }));
    },
    begin(text) {
      if (isAsking.current) return;
      ask(text, true);
      // The ideas give way to others, and whoever chose one by keyboard would be nowhere. Not where
      // a screen keyboard would jump up.
      if (matchMedia("(pointer: fine)").matches) box.current?.focus({ preventScroll: true });
    },
  }));

  function submit(event: FormEvent) {
    event.preventDefault();
    ask(latest.current);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === "Enter" && !event.shiftKey && !isComposing(event)) {
      event.preventDefault();
      ask(latest.current);
    }
  }

  return (
    <form className="prompt-bar" onSubmit={submit} aria-label="Next scene">
      <div className="prompt-bar-inner">
        <div className="prompt-bar-words">
          <label htmlFor="scene-prompt" className="sr-only">
            What happens in the next scene?
          </label>
          {position && (
            <InsertionNote
              position={position}
              last={story.scenes.length}
              onCancel={() => {
                setBeside(null);
                box.current?.focus();
              }}
            />
          )}
          <CastPicker story={story} cast={cast} onChange={choose} />
          <textarea
            ref={box}
            id="scene-prompt"
            className="prompt-bar-text"
            rows={2}
            value={prompt}
            // A letter typed into an idea would be kept in place of what was being written.
            readOnly={generate.isPending && generate.variables.isIdea}
            onChange={(event) => change(event.target.value)}
            onKeyDown={onKeyDown}
            placeholder={first ? "How does your story begin?" : "What happens next?"}
            aria-invalid={problem !== null}
            aria-describedby={
              problem ? "scene-prompt-problem" : position ? "scene-insertion" : undefined
            }
          />
          {problem && (
            <p id="scene-prompt-problem" role="alert" className="field-error mt-1">
              <CircleAlert aria-hidden="true" />
              <span>{problem}</span>
            </p>
          )}
        </div>
        <div className="prompt-bar-actions">
          <div className="grid gap-1">
            <PanelCountPicker value={panels} onChange={setPanels} aspectRatio={story.aspectRatio} />
            <p role="status" className="prompt-bar-cost">
              <CostHint
                storyId={story._id}
                of={costOfPanels(panels)}
                what={`for ${panels === 1 ? "1 panel" : `${panels} panels`}`}
              />
            </p>
          </div>
          <Button type="submit" variant="primary" loading={generate.isPending}>
            <Play aria-hidden="true" fill="currentColor" /> Draw it
          </Button>
        </div>
      </div>
    </form>
  );
}

/** Down to the new sheet, once it is there: gently where it is near, at once where the way is long. */
function scrollToScene(sceneNumber: number, frames = 60): void {
  const sheet = document.getElementById(`scene-${sceneNumber}`);
  if (!sheet) {
    if (frames > 0) requestAnimationFrame(() => scrollToScene(sceneNumber, frames - 1));
    return;
  }
  const isFar = Math.abs(sheet.getBoundingClientRect().top) > 3 * window.innerHeight;
  sheet.scrollIntoView({
    behavior: isFar || prefersReducedMotion() ? "instant" : "smooth",
    block: "start",
  });
}
