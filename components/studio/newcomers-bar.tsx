import { UsersRound, X } from "lucide-react";
import { Button } from "@/components/ui/button";
import type { Newcomers } from "./use-scene-end";

interface NewcomersBarProps extends Omit<Newcomers, "sceneId"> {
  onShow: () => void;
  onDismiss: () => void;
}

const counted = (count: number, what: string) =>
  count > 0 && `${count} new ${what}${count > 1 ? "s" : ""}`;

/** Below a scene that has just been finished: who came with it, for when its author asks. */
export function NewcomersBar({ characters, locations, onShow, onDismiss }: NewcomersBarProps) {
  const who = [counted(characters.length, "character"), counted(locations.length, "location")];
  return (
    <section aria-label="New in your story" className="newcomers-bar animate-rise">
      <UsersRound aria-hidden="true" className="text-blue" />
      <p className="min-w-0 flex-1">{who.filter(Boolean).join(" and ")} in your story</p>
      <Button size="sm" onClick={onShow}>
        Meet them
      </Button>
      <Button size="sm" variant="ghost" icon label="Not now" title="Not now" onClick={onDismiss}>
        <X aria-hidden="true" />
      </Button>
    </section>
  );
}
