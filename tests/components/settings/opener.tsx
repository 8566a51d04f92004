import { StudioDialogs } from "@/components/studio/studio-dialogs";
import { useLiveStory } from "@/components/studio/use-live-story";
import { type StudioDialog, useStudioDialog } from "@/components/studio/use-studio-dialog";
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
  const { data: story = initial } = useLiveStory(initial);
  const { dialog, isOpen, open, setIsOpen, parts } = useStudioDialog();
  return (
    <>
      <button type="button" onClick={() => void open(opens)}>
        {children}
      </button>
      <StudioDialogs
        {...{ story, dialog, parts, isOpen }}
        onOpenChange={setIsOpen}
        otherPainter={painter}
      />
    </>
  );
}
