/**
 * Three drops of ink, in the colour of the text around them and sized by `font-size`.
 * `<Spinner />` is decoration; `<Spinner label="Loading your story..." />` is announced and shown.
 */
export function Spinner({ label, className }: { label?: string; className?: string }) {
  const drops = (
    <span className="spinner" aria-hidden="true">
      <i />
      <i />
      <i />
    </span>
  );
  if (!label) return <span className={className}>{drops}</span>;
  return (
    <span role="status" className={`inline-flex items-center gap-3 ${className ?? ""}`}>
      {drops}
      <span>{label}</span>
    </span>
  );
}
