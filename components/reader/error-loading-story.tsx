import { LazyBrokenBubble } from "@/components/illustrations/lazy-broken-bubble";
import { ErrorPage } from "@/components/shell/error-page";

interface ErrorLoadingStoryProps {
  message: string;
  onRetry?: () => void;
  digest?: string | undefined;
}

/** A story that cannot be shown, and why. */
export const ErrorLoadingStory = ({ message, ...rest }: ErrorLoadingStoryProps) => (
  <ErrorPage picture={<LazyBrokenBubble />} title="Error Loading Story" {...rest}>
    {message}
  </ErrorPage>
);

/** No story at all, and in the same words another's draft. */
export const UnknownStoryError = () => (
  <ErrorLoadingStory message="The story you're looking for doesn't exist." />
);
