import { EyeOff } from "lucide-react";
import { useEffect, useEffectEvent, useRef } from "react";
import { InlineConfirm } from "@/components/ui/inline-confirm";
import { toast } from "@/components/ui/toast";
import type { useSaveStory } from "../use-story-mutations";

interface UnpublishProps {
  save: ReturnType<typeof useSaveStory>;
  /** Called once the story is a draft and this button disappears; moves the focus elsewhere. */
  onGone?: () => void;
}

/** Makes a published story a draft again, once the author confirms. */
export function Unpublish({ save, onGone }: UnpublishProps) {
  const isConfirmed = useRef(false);
  const leave = useEffectEvent(() => isConfirmed.current && onGone?.());
  useEffect(() => () => void leave(), []);

  async function unpublish() {
    isConfirmed.current = true;
    try {
      await save.mutateAsync({ status: "draft" });
      toast.success("Unpublished. Only you can see it now.");
    } catch (error) {
      isConfirmed.current = false;
      throw error;
    }
  }
  return (
    <InlineConfirm
      label="Unpublish"
      icon={<EyeOff aria-hidden="true" />}
      question="Only you will be able to read it, and links to it will not work until you publish it again. Likes and views are kept."
      confirmLabel="Unpublish"
      failure="Failed to unpublish"
      disabled={save.isPending && save.variables?.status !== "draft"}
      onConfirm={unpublish}
    />
  );
}
