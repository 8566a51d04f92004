import { useQuery } from "@tanstack/react-query";
import { StoryJobs } from "@/components/jobs/story-jobs";
import { StudioDialogs } from "@/components/studio/studio-dialogs";
import { type StudioDialog, useStudioDialog } from "@/components/studio/use-studio-dialog";
import { storyOptions } from "@/lib/stories/client";
import type { PainterOverride } from "@/lib/stories/image-models";
import type { Story } from "@/lib/stories/schema";

interface OpenerProps {
  initial: Story;
  opens: StudioDialog;
  painter?: PainterOverride | null;
  children: string;
}

/** A button that opens one dialog of the workspace, with the current story. */
export function Opener({ initial, opens, painter = null, children }: OpenerProps) {
  const { data: story = initial } = useQuery(storyOptions(initial._id, initial));
  const { dialog, isOpen, open, setIsOpen, modules } = useStudioDialog();
  return (
    <>
      <StoryJobs storyId={initial._id} />
      <button type="button" onClick={() => void open(opens)}>
        {children}
      </button>
      <StudioDialogs
        {...{ story, dialog, modules, isOpen }}
        onOpenChange={setIsOpen}
        otherPainter={painter}
      />
    </>
  );
}
