"use client";
import { Download, Trash2 } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { checkExportAvailable, exportUrl } from "@/lib/accounts/client";
import { exportFileName } from "@/lib/accounts/export/export-file-name";
import type { User } from "@/lib/accounts/schema";
import { DeleteAccountDialog } from "./delete-account-dialog";
import { HideAiSetting } from "./hide-ai-setting";
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
