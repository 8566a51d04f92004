"use client";
import { useQuery } from "@tanstack/react-query";
import { RefreshCw } from "lucide-react";
import { useRef } from "react";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { Skeleton } from "@/components/ui/skeleton";
import { toast } from "@/components/ui/toast";
import { ideasRefusal } from "@/lib/generation/error-texts";
import { suggestionsOptions } from "@/lib/generation/text/client";
import {
  type Suggestion,
  type SuggestionType,
  suggestionCount,
} from "@/lib/generation/text/schema";

interface SuggestionsState {
  suggestions: Suggestion[];
  /** The first fetch is pending. */
  isLoading: boolean;
  /** The first fetch failed. */
  hasFailed: boolean;
  /** Why the last fetch was refused. */
  refusal: string | undefined;
  isRefreshing: boolean;
  /** A fetch is pending. */
  isFetching: boolean;
  /** Number of ideas to request. */
  count: number;
  /** Requests new ideas; the old ones stay until they arrive. */
  refresh: () => Promise<void>;
}

/**
 * Story ideas from the text provider.
 *
 *   const ideas = useSuggestions({ storyId, type: "initialStorySeeds", isNew: true });
 *   <RefreshIdeas ideas={ideas} />
 *   <SuggestionList ideas={ideas} onChoose={(text) => setValue("description", text)} />
 *
 * @param enabled false until the ideas are needed: each list is a provider call
 */
export function useSuggestions(
  { storyId, type, isNew }: { storyId: string; type: SuggestionType; isNew: boolean },
  enabled = true,
): SuggestionsState {
  const query = useQuery({ ...suggestionsOptions(storyId, type, isNew), enabled });
  const { data, error, isError, isFetching, refetch } = query;
  return {
    suggestions: data?.suggestions ?? [],
    isLoading: !data && !(isError && !isFetching),
    hasFailed: !data && isError && !isFetching,
    refusal: ideasRefusal(error),
    isRefreshing: Boolean(data) && isFetching,
    isFetching,
    count: suggestionCount[type],
    refresh: async () => {
      const { error: failure } = await refetch();
      if (failure && data)
        toast.error("Failed to refresh story seeds", { description: ideasRefusal(failure) });
    },
  };
}

/** The button that requests new ideas. */
export function RefreshIdeas({
  ideas,
  label = "New ideas",
}: {
  ideas: SuggestionsState;
  label?: string;
}) {
  return (
    <Button
      icon
      label={label}
      title={label}
      variant="ghost"
      loading={ideas.isRefreshing}
      disabled={ideas.isLoading}
      onClick={() => void ideas.refresh()}
    >
      <RefreshCw aria-hidden="true" />
    </Button>
  );
}

interface SuggestionListProps {
  ideas: SuggestionsState;
  /** Receives the text of the idea. */
  onChoose: (text: string) => void;
  disabled?: boolean;
}

/** The ideas as slips of paper to choose from, with loading and error states. */
export function SuggestionList(props: SuggestionListProps) {
  const { ideas } = props;
  const box = useRef<HTMLDivElement>(null);
  const tryAgain = () => {
    // The button unmounts and is replaced by the ideas.
    box.current?.focus({ preventScroll: true });
    void ideas.refresh();
  };
  return (
    <div ref={box} tabIndex={-1}>
      {ideas.hasFailed ? (
        <Notice
          tone="warning"
          title={ideas.refusal && failed}
          action={
            <Button size="sm" onClick={tryAgain}>
              <RefreshCw aria-hidden="true" /> Try Again
            </Button>
          }
        >
          {ideas.refusal ?? failed}
        </Notice>
      ) : (
        <SuggestionItems {...props} />
      )}
    </div>
  );
}

const failed = "Couldn't fetch new ideas right now";

const ideasGrid = "grid grid-cols-[repeat(auto-fill,minmax(min(100%,22rem),1fr))] gap-3";

const ideaClasses =
  "idea flex min-h-24 items-start gap-3 rounded-control border-2 border-ink bg-sheet px-4 py-3.5 text-start transition-[translate,box-shadow,background-color] enabled:hover:-translate-0.5 enabled:hover:bg-yellow enabled:hover:text-on-yellow enabled:hover:shadow-hard enabled:active:translate-0 enabled:active:shadow-none disabled:border-dashed disabled:border-ink-soft disabled:text-ink-soft";

function SuggestionItems({ ideas, onChoose, disabled }: SuggestionListProps) {
  if (ideas.isLoading) {
    return (
      <div className={ideasGrid} role="status">
        <span className="sr-only">Thinking of ideas...</span>
        {Array.from({ length: ideas.count }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: blank slips are all alike
          <Skeleton key={index} frame isStatic={!ideas.isFetching} className="h-24" />
        ))}
      </div>
    );
  }
  const { length } = ideas.suggestions;
  const list = (
    <ul className={ideasGrid} aria-busy={ideas.isRefreshing}>
      {ideas.suggestions.map(({ text, emoji }) => (
        <li key={text} className="grid grid-cols-1">
          <button
            type="button"
            className={ideaClasses}
            disabled={disabled}
            onClick={() => onChoose(text)}
          >
            {emoji && (
              <span aria-hidden="true" className="text-xl/6">
                {emoji}
              </span>
            )}
            <span className="wrap-anywhere">{text}</span>
          </button>
        </li>
      ))}
    </ul>
  );
  if (length === 0 || length >= ideas.count) return list;
  return (
    <>
      {list}
      <p className="mt-3 text-sm text-ink-soft">
        Only {length === 1 ? "one idea" : `${length} ideas`} came this time. Refresh the list to get
        more.
      </p>
    </>
  );
}
