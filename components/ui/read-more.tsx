"use client";
/**
 * Text cut at a number of characters, with Read more / Show less. The page contains all of the text
 * for search engines and find-in-page, and shows it without JavaScript and on paper.
 *
 *   <ReadMore text={story.description} limit={160} />
 */
import { useId, useState } from "react";

export function ReadMore({
  text,
  limit = 160,
  className,
}: {
  text: string;
  limit?: number;
  className?: string;
}) {
  const [open, setOpen] = useState(false);
  const rest = useId();
  if (text.length <= limit) {
    return (
      <p className={className} dir="auto">
        {text}
      </p>
    );
  }
  // Never between the halves of a surrogate pair.
  const at = limit - (/[\uD800-\uDBFF]/.test(text.charAt(limit - 1)) ? 1 : 0);
  return (
    <div>
      <p className={className} dir="auto">
        {text.slice(0, at)}
        {/* Not `hidden`: the no-script style cannot override the layered `!important` of that. */}
        <span
          id={rest}
          className="read-more-rest print:inline!"
          style={open ? undefined : { display: "none" }}
        >
          {text.slice(at)}
        </span>
        {!open && (
          <span className="read-more-cut print:hidden" aria-hidden="true">
            …
          </span>
        )}{" "}
        <button
          type="button"
          className="read-more-cut link print:hidden -my-1 inline-block py-1"
          aria-expanded={open}
          aria-controls={rest}
          onClick={() => setOpen(!open)}
        >
          {open ? "Show less" : "Read more"}
        </button>
      </p>
      <noscript>
        <style>{".read-more-rest{display:inline!important}.read-more-cut{display:none}"}</style>
      </noscript>
    </div>
  );
}
