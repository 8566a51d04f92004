"use client";
import { useState } from "react";
import { Switch } from "@/components/ui/forms/switch";
import { updateProfile } from "@/lib/accounts/client";
import type { User } from "@/lib/accounts/schema";
import { writeHidesAiCookie } from "../hint-cookies";
import { setViewer } from "../session/session";
import { useAccountMutation } from "./use-account-mutation";

/** Whether the feed shows this person stories without AI only. */
export function HideAiSetting({ user }: { user: User }) {
  const [on, setOn] = useState(user.hidesAi);
  const save = useAccountMutation({
    mutationFn: (hidesAi: boolean) => {
      // The cookie takes effect at once; a feed corrects it if saving fails.
      writeHidesAiCookie(hidesAi);
      return updateProfile({ hidesAi });
    },
    onSuccess: ({ user: saved }) => {
      setOn(saved.hidesAi);
      void setViewer(saved);
    },
  });
  return (
    <div className="border-ink/15 border-t-2 py-4 first:border-t-0">
      <Switch
        label="Show only stories without AI"
        description="Your feed leaves out stories that their authors do not mark as made without AI."
        checked={save.isPending ? save.variables : on}
        onCheckedChange={(next) => save.mutate(next)}
        disabled={save.isPending}
      />
    </div>
  );
}
