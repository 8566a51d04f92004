"use client";
import { Download, Trash2 } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Switch } from "@/components/ui/forms/switch";
import { useDedupedMutation } from "@/components/ui/hooks/use-deduped-mutation";
import { toast } from "@/components/ui/toast";
import { saveFile } from "@/components/ui/utils/save-file";
import { checkExportAvailable, exportUrl, updateProfile } from "@/lib/accounts/client";
import { exportFileName } from "@/lib/accounts/export/export-file-name";
import type { User } from "@/lib/accounts/schema";
import { writeHidesAiCookie } from "../hint-cookies";
import { setViewer } from "../session/session";
import { DeleteAccountDialog } from "./delete-account-dialog";
import { SettingsRow, SettingsSection } from "./settings-row";

/** Settings of the feed, download of the person's data, and deletion of the account. */
export function AccountSettings({ user }: { user: User }) {
  const [isDeleting, setIsDeleting] = useState(false);
  return (
    <SettingsSection title="Account">
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
      <DeleteAccountDialog user={user} open={isDeleting} onOpenChange={setIsDeleting} />
    </SettingsSection>
  );
}

/** Downloads the person's data. The browser streams the file to disk, whatever its size. */
export function ExportDataRow({ user }: { user: User }) {
  const name = exportFileName(user.username);
  const ask = useDedupedMutation({
    mutationFn: checkExportAvailable,
    onSuccess() {
      saveFile(exportUrl, name);
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

/** Whether this person's feed shows only stories without AI. */
function HideAiSetting({ user }: { user: User }) {
  const [on, setOn] = useState(user.hidesAi);
  const save = useDedupedMutation({
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
