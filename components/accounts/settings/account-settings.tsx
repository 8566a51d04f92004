"use client";
import { Download, Trash2 } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Switch } from "@/components/ui/forms/switch";
import { toast } from "@/components/ui/toast";
import { checkExportAvailable, exportUrl, updateProfile } from "@/lib/accounts/client";
import { exportFileName } from "@/lib/accounts/export/export-file-name";
import type { User } from "@/lib/accounts/schema";
import { writeHidesAiCookie } from "../hint-cookies";
import { setViewer } from "../session/session";
import { DeleteAccountDialog } from "./delete-account-dialog";
import { SettingsRow } from "./settings-row";
import { useAccountMutation } from "./use-account-mutation";

/** What the feed shows, the person's data, and the end of the account. */
export function AccountSettings({ user }: { user: User }) {
  const [isDeleting, setIsDeleting] = useState(false);
  return (
    <section aria-labelledby="settings-title" className="grid gap-4">
      <h2 id="settings-title" className="display text-2xl">
        Account
      </h2>
      <div className="rounded-card border-2 border-ink bg-sheet px-6 py-2 sm:px-8">
        <HideAiSetting key={`without-ai ${user.hidesAi}`} user={user} />
        <ExportDataRow user={user} />
        <SettingsRow
          title="Delete account"
          hint="Permanently deletes your profile, your stories and their pictures."
        >
          <Button size="sm" variant="danger" onClick={() => setIsDeleting(true)}>
            <Trash2 aria-hidden="true" />
            Delete Account
          </Button>
        </SettingsRow>
      </div>
      <DeleteAccountDialog user={user} open={isDeleting} onOpenChange={setIsDeleting} />
    </section>
  );
}

/** A plain link, so that the browser streams the file to disk whatever its size. */
export function ExportDataRow({ user }: { user: User }) {
  const name = exportFileName(user.username);
  const ask = useAccountMutation({
    mutationFn: checkExportAvailable,
    onSuccess() {
      const link = document.createElement("a");
      link.href = exportUrl;
      link.download = name;
      link.click();
      toast.success(`${name} is being downloaded.`);
    },
  });
  return (
    <SettingsRow
      title="Your data"
      hint={`Your profile, stories, pictures, likes and costs in one file: ${name}.`}
    >
      <Button size="sm" loading={ask.isPending} onClick={() => ask.mutate()}>
        <Download aria-hidden="true" />
        Download My Data
      </Button>
    </SettingsRow>
  );
}

/** Whether the feed shows this person stories without AI only. */
function HideAiSetting({ user }: { user: User }) {
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
