import { ImageWithFallback } from "@/components/ui/pictures/image-with-fallback";
import { roleNames } from "@/components/world/references/role-names";
import type { MediaItem } from "@/lib/media/schema";

const names = { ...roleNames, style: "Style of the story", panel: "" };

type Made = NonNullable<MediaItem["madeWith"]>;

const captionOf = ({ role, name, label }: Made["references"][number]): string =>
  [name, label || names[role].toLowerCase()].filter(Boolean).join(", ");

/** The references that a take was requested with. */
export function MadeWith({ references, note }: Made) {
  return (
    <>
      {references.length > 0 && (
        <section aria-label="Made with" className="mt-1.5">
          <h3 className="text-sm font-bold">Made with</h3>
          <ol className="mt-1 flex flex-wrap gap-2">
            {references.map((one) => (
              <li
                key={`${one.role} ${one.url} ${captionOf(one)}`}
                className="flex items-center gap-1.5 text-sm"
              >
                {one.url && (
                  <ImageWithFallback
                    src={one.url}
                    alt=""
                    loading="lazy"
                    className="size-9 flex-none rounded-[2px] border-2 border-ink object-cover"
                  />
                )}
                <span className="max-w-56 wrap-anywhere">{captionOf(one)}</span>
              </li>
            ))}
          </ol>
        </section>
      )}
      {note && <p className="text-sm text-ink-soft">{note}</p>}
    </>
  );
}
