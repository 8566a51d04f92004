"use client";
import { useQueryClient } from "@tanstack/react-query";
import { Play } from "lucide-react";
import {
  type FormEvent,
  type KeyboardEvent,
  type Ref,
  type RefObject,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
} from "react";
import { SubmitButton } from "@/components/accounts/submit-button";
import { followScene } from "@/components/jobs/followed-jobs";
import { CostHint, costOfPanels } from "@/components/spending/story-costs";
import { FieldError } from "@/components/ui/forms/field-error";
import { useAutoResize } from "@/components/ui/hooks/use-auto-resize";
import { useDedupedMutation } from "@/components/ui/hooks/use-deduped-mutation";
import { playSound } from "@/components/ui/sound";
import { toast } from "@/components/ui/toast";
import { isComposing } from "@/components/ui/utils/ime";
import { isTouchDevice } from "@/components/ui/utils/is-touch-device";
import { prefersReducedMotion } from "@/components/ui/utils/reduced-motion";
import { generateScene } from "@/lib/generation/client";
import { sceneErrorText } from "@/lib/generation/error-texts";
import { addCachedScene } from "@/lib/stories/query-cache";
import type { Story } from "@/lib/stories/schema";
import { placeholderDescription } from "@/lib/stories/story-defaults";
import { findInsertPosition, InsertionNote } from "../reorder/insertion-note";
import type { InsertScene } from "../reorder/scene-menu";
import type { ReorderControls } from "../reorder/use-undoable-changes";
import { barActions, bar as barClasses, barInner } from "../workspace-classes";
import { type CastChoice, castDrafts, partitionChoices, toCastIds } from "./cast-draft";
import { CastPicker } from "./cast-picker";
import { PanelCountPicker } from "./panel-count-picker";
import { scenePromptDrafts, validateScenePrompt } from "./scene-prompt";
import { usePanelCount } from "./use-panel-count";

export interface PromptBarHandle {
  /** Submits a text as the next scene, once; the author's own draft returns afterwards. */
  begin: (text: string) => void;
  /** Sets where the next scene is inserted. */
  insert: InsertScene;
}

interface PromptBarProps {
  story: Story;
  order: ReorderControls;
  /** Reports a pending request, during which ideas are disabled. */
  onPendingChange: (isPending: boolean) => void;
  ref?: Ref<PromptBarHandle>;
}

const wordsClasses =
  "min-w-0 flex-[1_1_16rem] max-md:grid max-md:flex-[1_0_100%] max-md:grid-cols-[auto_minmax(0,1fr)] max-md:items-end max-md:*:col-span-full bar-at-rest:flex-auto";

const textClasses =
  "block max-h-[30dvh] min-h-11 w-full resize-none rounded-control border-2 border-ink bg-sheet px-3 py-1.5 field-sizing-content aria-invalid:border-red md:min-h-15 bar-at-rest:h-11 bar-at-rest:overflow-hidden bar-at-rest:whitespace-nowrap no-cast:col-start-2 no-cast:col-end-auto";

/** Milliseconds within which submitting an empty box is a double press. */
const doubleSubmitWindow = 3_000;

/** A submitted request with its options: later choices belong to the next scene. */
interface SceneRequest {
  text: string;
  /** The prompt is an idea: the author's draft waits until the request ends. */
  isIdea: boolean;
  /** Idempotency key. */
  key: string;
  chosen: CastChoice[];
  maxPanels: number;
  insertion: { position: number; beside: Parameters<InsertScene>[0] } | null;
}

/** The prompt of the next scene and its number of panels, fixed at the foot of the page. */
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
  const bar = useRef<HTMLFormElement>(null);
  usePublishedHeight(bar);
  const box = useRef<HTMLTextAreaElement>(null);
  useAutoResize(box, prompt);
  /** Locked from submit to answer, so that a second click makes no second scene. */
  const isAsking = useRef(false);
  const askedAt = useRef(0);

  const show = (value: string) => {
    latest.current = value;
    setPrompt(value);
    setProblem(null);
  };
  const change = (value: string) => {
    show(value);
    scenePromptDrafts.set(story._id, value);
  };

  const choose = (chosen: CastChoice[]) => {
    setCast(chosen);
    castDrafts.set(story._id, chosen);
  };

  // Restores the draft after a reload. A new story begins with the line it was made from.
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once
  useEffect(() => {
    if (loaded.current) return;
    loaded.current = true;
    const initialPrompt =
      first && story.description !== placeholderDescription ? story.description : "";
    setCast(castDrafts.get(story._id));
    // Text typed before hydration is newer than the draft.
    show(box.current?.value || (scenePromptDrafts.get(story._id) ?? initialPrompt));
  }, []);

  const generate = useDedupedMutation({
    mutationFn: ({ text, key, chosen, maxPanels, insertion }: SceneRequest) =>
      generateScene(
        {
          storyId: story._id,
          prompt: text,
          generateImages: true,
          maxPanels,
          ...(insertion && { position: insertion.position }),
          ...toCastIds(partitionChoices(story, chosen)),
        },
        key,
      ),
    keyOf: ({ text }) => text,
    meta: { handlesError: true },
    // In onMutate, because a deduplicated press has no end of its own.
    onMutate: ({ text, isIdea }) => {
      isAsking.current = true;
      askedAt.current = Date.now();
      onPendingChange(true);
      playSound("swoosh");
      if (isIdea) show(text);
    },
    onSuccess: ({ scene }, { text, isIdea, chosen, insertion }) => {
      // Text typed while the request was pending belongs to the next scene.
      const isUntouched = latest.current.trim() === text;
      const draft = scenePromptDrafts.get(story._id)?.trim() ?? "";
      // The draft beside an idea is the author's; beside an own prompt it may be another tab's.
      if (isUntouched && draft === text) change("");
      else if (isUntouched) show(isIdea ? draft : "");
      // The cast is used up with its prompt, unless it was changed since.
      const isOwnDraftBack = isIdea && isUntouched && draft !== "" && draft !== text;
      if (!isOwnDraftBack) {
        const rest = castDrafts
          .get(story._id)
          .filter(({ _id }) => !chosen.some((one) => one._id === _id));
        choose(rest);
      }
      followScene(queryClient, scene);
      void addCachedScene(queryClient, scene);
      if (insertion) {
        order.offerUndo({
          message: `The new scene is scene ${scene.sceneNumber}`,
          focus: scene._id,
          focusAfterUndo: insertion.beside.sceneId,
          async undo() {
            await order.dropScene(scene._id);
            if (latest.current.trim() !== "") return;
            change(text);
            choose(chosen);
            setBeside(insertion.beside);
          },
        });
      }
      // A position that the author has chosen since belongs to the next scene.
      setBeside((now) => (now === (insertion?.beside ?? null) ? null : now));
      scrollToScene(scene.sceneNumber);
    },
    onError: (error, { text, isIdea }) => {
      toast.error(sceneErrorText(error), { duration: 6000 });
      const draft = scenePromptDrafts.get(story._id)?.trim() ?? "";
      // A failed idea is replaced by the author's draft.
      if (latest.current.trim() === text && draft !== text) {
        if (draft === "") change(latest.current);
        else if (isIdea) show(draft);
      }
    },
    onSettled: () => {
      isAsking.current = false;
      onPendingChange(false);
    },
  });

  function ask(text: string, isIdea = false) {
    if (isAsking.current) return;
    // Enter followed by the button: the box was emptied just now.
    if (text.trim() === "" && Date.now() - askedAt.current < doubleSubmitWindow) return;
    const found = validateScenePrompt(text);
    setProblem(found);
    if (found) {
      box.current?.focus();
      return;
    }
    // Idempotency key: the network may repeat the request.
    const key = `${story._id}-${Date.now()}-${Math.random().toString(36).slice(2)}`;
    const insertion = position && beside ? { position, beside } : null;
    const request = { text: text.trim(), isIdea, key, chosen: cast, maxPanels: panels, insertion };
    generate.mutate(request);
  }

  useImperativeHandle(ref, () => ({
    insert(insertion) {
      setBeside(insertion);
      // The menu first returns the focus to its button.
      requestAnimationFrame(() => box.current?.focus({ preventScroll: true }));
    },
    begin(text) {
      if (isAsking.current) return;
      ask(text, true);
      // The ideas are replaced, so a keyboard user would lose the focus. Not on touch screens,
      // where a keyboard would open.
      if (!isTouchDevice()) box.current?.focus({ preventScroll: true });
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
    <form ref={bar} className={barClasses} onSubmit={submit} aria-label="Next scene">
      <div className={barInner}>
        <div className={wordsClasses}>
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
            className={textClasses}
            rows={2}
            value={prompt}
            // Editing an idea would overwrite the author's draft.
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
            <FieldError id="scene-prompt-problem" className="mt-1">
              {problem}
            </FieldError>
          )}
        </div>
        <div className={barActions}>
          <div className="grid gap-1 bar-at-rest:hidden">
            <PanelCountPicker value={panels} onChange={setPanels} aspectRatio={story.aspectRatio} />
            <p role="status" className="empty:hidden">
              <CostHint
                storyId={story._id}
                of={costOfPanels(panels)}
                what={`for ${panels === 1 ? "1 panel" : `${panels} panels`}`}
              />
            </p>
          </div>
          <SubmitButton size="md" className="mb-0.75 flex-none" loading={generate.isPending}>
            <Play aria-hidden="true" fill="currentColor" /> Draw it
          </SubmitButton>
        </div>
      </div>
    </form>
  );
}

/** Tells the style sheets the height of the bar, for what must stand above it. */
function usePublishedHeight(bar: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const element = bar.current;
    if (!element) return;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() =>
      style.setProperty("--prompt-bar", `${element.offsetHeight}px`),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [bar]);
}

/** Scrolls to the new scene once it is rendered: smoothly if near, otherwise at once. */
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
