"use client";
import { Plus } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useViewer } from "@/components/accounts/use-viewer";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { api } from "@/lib/platform/http/fetch";
import { newStory, untoldDescription } from "@/lib/stories/new-story";

/** An empty story of one's own, opened at once; visitors sign in first. */
export function NewStoryButton({ primary = false }: { primary?: boolean }) {
  const { viewer } = useViewer();
  const router = useRouter();
  const [creating, setCreating] = useState(false);

  async function create() {
    if (creating) return;
    if (!viewer) {
      router.push("/login?from=%2F");
      return;
    }
    setCreating(true);
    try {
      const reply = (await api("/stories", {
        method: "POST",
        body: { ...newStory, description: untoldDescription },
      })) as { data: { _id: string } };
      router.push(`/story/${reply.data._id}`);
    } catch (error) {
      toast.error(error instanceof Error ? error.message : "An unexpected error occurred");
      setCreating(false);
    }
  }

  return (
    <Button variant={primary ? "primary" : "secondary"} loading={creating} onClick={create}>
      <Plus aria-hidden="true" /> New Story
    </Button>
  );
}
