"use client";
import { Play } from "lucide-react";
import { useRouter } from "next/navigation";
import { type FormEvent, useState } from "react";
import { useViewer } from "@/components/accounts/use-viewer";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { api } from "@/lib/platform/http/fetch";
import { newStory } from "@/lib/stories/new-story";
import { usePendingPrompt } from "./pending-prompt";

/** Starts a story from one line. Visitors sign in on the way; what they wrote waits for them. */
export function PromptHero() {
  const { viewer, status } = useViewer();
  const router = useRouter();
  const { prompt, setPrompt, clear } = usePendingPrompt();
  const [creating, setCreating] = useState(false);

  async function submit(event: FormEvent) {
    event.preventDefault();
    const description = prompt.trim();
    if (!description || creating) return;
    if (!viewer && status !== "loading") {
      router.push("/login?from=%2F");
      return;
    }
    setCreating(true);
    try {
      const reply = (await api("/stories", {
        method: "POST",
        body: { ...newStory, description },
      })) as { data: { _id: string } };
      clear();
      router.push(`/story/${reply.data._id}`);
    } catch (error) {
      toast.error(error instanceof Error ? error.message : "An unexpected error occurred");
      setCreating(false);
    }
  }

  return (
    <form onSubmit={submit} className="prompt-balloon" aria-label="Start a story">
      <label htmlFor="story-prompt" className="sr-only">
        What is your story about?
      </label>
      <input
        id="story-prompt"
        name="prompt"
        value={prompt}
        onChange={(event) => setPrompt(event.target.value)}
        maxLength={1000}
        autoComplete="off"
        placeholder="A lighthouse keeper finds a small dragon in the storm…"
      />
      <Button
        type="submit"
        variant="primary"
        size="lg"
        loading={creating}
        disabled={prompt.trim() === ""}
      >
        <Play aria-hidden="true" fill="currentColor" /> Play
      </Button>
    </form>
  );
}
