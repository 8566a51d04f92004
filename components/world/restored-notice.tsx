import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";

/** What was typed and never saved is back; the other way is a button away. */
export function RestoredNotice({ label, onDiscard }: { label: string; onDiscard: () => void }) {
  return (
    <Notice
      tone="info"
      className="mb-4"
      action={
        <Button size="sm" onClick={onDiscard}>
          {label}
        </Button>
      }
    >
      What you had typed before is back. It is not saved yet.
    </Notice>
  );
}
