import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import type { useChooseMedia } from "./use-choose-media";

interface MediaFooterProps {
  choice: ReturnType<typeof useChooseMedia>;
  /** The selected media is a video. */
  isVideo: boolean;
  /** The selection can become the panel's media. */
  canUse: boolean;
  onUse: () => void;
  /**
   * Whether a job or an upload is pending: the button then stops the work instead of closing the
   * dialog.
   */
  isWorking: boolean;
  /** Whether the server has not confirmed 'Stop' yet. */
  isCancelling: boolean;
  onCancel: () => void;
  /** Selects the panel's own media again. */
  onShowOther: () => void;
}

/** Shows why a choice failed, 'Stop' or 'Cancel', and 'Use This Image'. */
export function MediaFooter({
  choice,
  isVideo,
  canUse,
  onUse,
  isWorking,
  isCancelling,
  onCancel,
  onShowOther,
}: MediaFooterProps) {
  return (
    <>
      {choice.problem && (
        <Notice tone="error" className="w-full">
          {choice.problem}
        </Notice>
      )}
      {choice.isChangedElsewhere && (
        <Notice
          tone="warning"
          className="w-full"
          title="This panel was changed elsewhere in the meantime"
          action={
            <Button
              size="sm"
              onClick={() => {
                choice.acknowledge();
                onShowOther();
              }}
            >
              Show the other one
            </Button>
          }
        >
          It now shows another picture or video. Yours is still selected, and both are in the takes.
        </Notice>
      )}
      <Button aria-disabled={isCancelling} onClick={onCancel} disabled={choice.isPending}>
        {isCancelling ? "Stopping …" : isWorking ? "Stop" : "Cancel"}
      </Button>
      <Button variant="primary" loading={choice.isPending} disabled={!canUse} onClick={onUse}>
        {isVideo ? "Use This Video" : "Use This Image"}
      </Button>
    </>
  );
}
