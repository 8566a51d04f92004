"use client";
import { Dialog } from "@/components/ui/dialog";
import type { Story } from "@/lib/stories/schema";
import { BookList } from "./book-list";

interface BookDialogProps {
  story: Pick<Story, "_id" | "title">;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The formats in which a story can be downloaded. A build continues when the dialog is closed. */
export function BookDialog({ story, open, onOpenChange }: BookDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Download as a book"
      description="Files are kept for a week. You can close this while a file is being made."
      size="lg"
    >
      <BookList storyId={story._id} heading="h3" />
    </Dialog>
  );
}
