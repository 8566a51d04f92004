import { UsersRound, X } from "lucide-react";
import type { NewEntities } from "@/components/jobs/scene-news";
import { Button } from "@/components/ui/button";

interface NewEntitiesBarProps extends Omit<NewEntities, "sceneId"> {
  onShow: () => void;
  onDismiss: () => void;
}

const formatCount = (count: number, what: string) =>
  count > 0 && `${count} new ${what}${count > 1 ? "s" : ""}`;

/**
 * Below a newly finished scene: shows the entities it introduced on request. It disappears by
 * itself, so the content below must not shift.
 */
export function NewEntitiesBar({ characters, locations, onShow, onDismiss }: NewEntitiesBarProps) {
  const who = [
    formatCount(characters.length, "character"),
    formatCount(locations.length, "location"),
  ];
  return (
    <section
      aria-label="New in your story"
      className="flex animate-rise items-center gap-3 rounded-card border-2 border-ink bg-sheet py-2 pr-2 pl-3.5 [overflow-anchor:none] [&>.btn]:scroll-mb-48"
    >
      <UsersRound aria-hidden="true" className="flex-none text-blue" />
      <p className="min-w-0 flex-1">{who.filter(Boolean).join(" and ")} in your story</p>
      <Button size="sm" onClick={onShow}>
        View
      </Button>
      <Button size="sm" variant="ghost" icon label="Not now" title="Not now" onClick={onDismiss}>
        <X aria-hidden="true" />
      </Button>
    </section>
  );
}
