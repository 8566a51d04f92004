export const stalledText = "Waiting for the server to resume this. Nothing is lost.";

/**
 * Shown while work on the server is stalled. The empty paragraph stays in the page, so that
 * screen readers announce the text when it appears.
 */
export function StalledNotice({ isWaiting }: { isWaiting: boolean }) {
  return (
    <p role="status" className="text-sm text-ink-soft empty:sr-only">
      {isWaiting && stalledText}
    </p>
  );
}
