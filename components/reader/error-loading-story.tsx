import { BrokenBalloonLater } from "@/components/illustrations/broken-balloon-later";
import { Trouble } from "@/components/shell/trouble";

interface ErrorLoadingStoryProps {
  message: string;
  onRetry?: () => void;
  digest?: string | undefined;
}

/** A story that cannot be shown, and why. */
export const ErrorLoadingStory = ({ message, ...rest }: ErrorLoadingStoryProps) => (
  <Trouble picture={<BrokenBalloonLater />} title="Error Loading Story" {...rest}>
    {message}
  </Trouble>
);

/** No story at all, and in the same words another's draft. */
export const UnknownStory = () => (
  <ErrorLoadingStory message="The story you're looking for doesn't exist." />
);
