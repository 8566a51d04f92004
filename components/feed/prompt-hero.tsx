"use client";
import { Play } from "lucide-react";
import { type FormEvent, useEffect, useId, useRef } from "react";
import { useViewer } from "@/components/accounts/use-viewer";
import { Button } from "@/components/ui/button";
import { cx } from "@/components/ui/utils/cx";
import { storyLimits } from "@/lib/stories/limits";
import { clearPendingStory, takePendingStory, usePromptDraft } from "./pending-story";
import { useStartStory } from "./use-start-story";

/** The bubble contains the button, which has neither colour nor shadow while there is no text. */
const bubbleClasses =
  "prompt-bubble relative flex w-full items-center gap-3 rounded-[2.25rem] border-2 border-on-yellow bg-sheet py-3 pr-3 pl-7 text-ink has-[input:focus-visible]:outline-3 has-[input:focus-visible]:outline-offset-3 has-[input:focus-visible]:outline-[#14639b]";

/** Under the button that it explains, beside the bubble's tail. */
const noteClasses = "absolute top-[calc(100%+0.5rem)] right-5 text-sm font-bold max-md:static";

/** Starts a story from one line. Visitors sign in first; their text is kept. */
export function PromptHero() {
  const box = useRef<HTMLInputElement>(null);
  const { prompt, setPrompt, clear } = usePromptDraft(box);
  const { start, isStarting } = useStartStory();
  const { viewer, status } = useViewer();
  const noteId = useId();

  // Starts the story that the viewer wanted to begin before signing in.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each viewer
  useEffect(() => {
    const description = viewer ? takePendingStory() : null;
    if (description !== null) start(description, () => clear(description));
  }, [viewer?._id]);

  const description = prompt.trim();
  const isTooLong = description.length > storyLimits.description;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isTooLong) return box.current?.focus();
    if (description) start(description, () => clear(description));
  }

  return (
    <>
      <form onSubmit={submit} className={bubbleClasses} aria-label="Start a story">
        <label htmlFor="story-prompt" className="sr-only">
          What is your story about?
        </label>
        <input
          ref={box}
          id="story-prompt"
          className="min-w-0 flex-1 text-[1.125rem] outline-none"
          name="prompt"
          value={prompt}
          onChange={(event) => {
            setPrompt(event.target.value);
            clearPendingStory();
          }}
          aria-invalid={isTooLong || undefined}
          aria-describedby={isTooLong ? noteId : undefined}
          autoComplete="off"
          placeholder="A lighthouse keeper finds a small dragon in the storm..."
        />
        <Button
          type="submit"
          variant="primary"
          size="lg"
          className="disabled:border-solid disabled:bg-sheet"
          loading={isStarting}
          disabled={description === ""}
          aria-describedby={viewer ? undefined : noteId}
        >
          <Play aria-hidden="true" fill="currentColor" /> Play
        </Button>
      </form>
      {isStarting && (
        <p role="status" className={noteClasses}>
          Opening your story…
        </p>
      )}
      {isTooLong && (
        <p id={noteId} role="alert" className={noteClasses}>
          Story description must be {storyLimits.description} characters or less
        </p>
      )}
      {/* Only for visitors: `data-session` hides it from people who may be signed in. */}
      {!viewer && !isTooLong && (
        <p
          id={noteId}
          className={cx(noteClasses, status === "loading" && "in-data-session:hidden")}
        >
          Not signed in? Your sentence is kept while you sign in.
        </p>
      )}
    </>
  );
}
