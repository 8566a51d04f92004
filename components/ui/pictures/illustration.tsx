/** The drawings of `public/illustrations`, with the size of those that differ. */
const drawings = {
  "broken-bubble": {},
  "cape-on-hook": {},
  "comic-page": { isPage: true },
  "comic-page-open": { isPage: true },
  "empty-cast": {},
  "empty-desk": {},
  "empty-map": { hasOver: true },
  "first-stroke": { hasOver: true },
  "sleeping-cat": {},
  "spilt-ink": {},
  "torn-page": {},
} satisfies Record<string, { isPage?: boolean; hasOver?: boolean }>;

export type IllustrationName = keyof typeof drawings;

/** Width, height, and the corners of the frame, drawn by hand and never quite straight. */
const panel = { width: 400, height: 300, frame: "M6 9L391 4L396 292L9 296Z" };
const page = { width: 480, height: 640, frame: "M5 9L474 4L476 632L8 636Z" };
/** What breaks out of the frame is a separate picture, with this margin around the panel. */
const margin = 40;

/**
 * A drawing like a small printed panel. Its colours are the same in both themes; only the frame has
 * the colour of the page's ink. It is decoration: the text beside it says the same.
 */
export function Illustration({ name }: { name: IllustrationName }) {
  const { isPage, hasOver }: { isPage?: boolean; hasOver?: boolean } = drawings[name];
  const { width, height, frame } = isPage ? page : panel;
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      className="block h-auto w-full overflow-visible"
      aria-hidden="true"
    >
      <image href={`/illustrations/${name}.svg`} width={width} height={height} />
      <path
        d={frame}
        fill="none"
        stroke="var(--color-ink)"
        strokeWidth="5"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      {hasOver && (
        <image
          href={`/illustrations/${name}-over.svg`}
          x={-margin}
          y={-margin}
          width={width + 2 * margin}
          height={height + 2 * margin}
        />
      )}
    </svg>
  );
}
