import { ErrorPage } from "@/components/shell/error-page";
import { Illustration } from "@/components/ui/pictures/illustration";

interface ErrorLoadingStoryProps {
  message: string;
  onRetry?: () => void;
  digest?: string | undefined;
}

/** Says why a story cannot be shown. */
export const ErrorLoadingStory = ({ message, ...rest }: ErrorLoadingStoryProps) => (
  <ErrorPage picture={<Illustration name="broken-bubble" />} title="Error Loading Story" {...rest}>
    {message}
  </ErrorPage>
);

/** An unknown story; another person's draft gets the same words. */
export const UnknownStoryError = () => (
  <ErrorLoadingStory message="The story you're looking for doesn't exist. It may have been deleted, or its author has not published it." />
);
