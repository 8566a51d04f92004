export const stalledText = "Waiting for the server to resume this. Nothing is lost.";

/** Says that work on the server has stalled until it resumes; announced when it begins. */
export function StalledNotice({ isWaiting }: { isWaiting: boolean }) {
  return (
    <p role="status" className="text-sm text-ink-soft empty:sr-only">
      {isWaiting && stalledText}
    </p>
  );
}
