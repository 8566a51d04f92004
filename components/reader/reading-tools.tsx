import {
  ArrowLeft,
  ArrowRight,
  BookOpen,
  CircleQuestionMark,
  Maximize,
  Share2,
} from "lucide-react";
import { Button } from "@/components/ui/button";
import { stripWidth } from "./comforts/settings";

/**
 * How the story is read. Plain markup: the reader's code comes with the first press
 * (reader-start.tsx) and looks for `data-act`. Page by page it lies at the foot of the screen.
 */
export function ReadingTools() {
  return (
    <fieldset className="tools with-script" aria-label="Reading">
      <Button variant="ghost" size="sm" data-act="mode" aria-pressed="false">
        <BookOpen aria-hidden="true" />
        <span>Page by page</span>
      </Button>
      <label className="tools-width">
        <span>Width</span>
        <input
          type="range"
          min={stripWidth.from}
          max={stripWidth.to}
          step={stripWidth.step}
          defaultValue={stripWidth.usual}
          data-width
        />
      </label>
      <span className="tools-turn">
        <Button icon size="sm" label="Previous page" data-act="back">
          <ArrowLeft aria-hidden="true" />
        </Button>
        <span className="tools-count" role="status" data-count />
        <Button icon size="sm" label="Next page" data-act="next">
          <ArrowRight aria-hidden="true" />
        </Button>
      </span>
      <span className="tools-more">
        <Button icon variant="ghost" size="sm" label="Fullscreen" data-act="fullscreen">
          <Maximize aria-hidden="true" />
        </Button>
        <Button icon variant="ghost" size="sm" label="Share" data-act="share">
          <Share2 aria-hidden="true" />
        </Button>
        <Button icon variant="ghost" size="sm" label="Help" data-act="help">
          <CircleQuestionMark aria-hidden="true" />
        </Button>
      </span>
      <noscript>
        <style>{".with-script{display:none!important}"}</style>
      </noscript>
    </fieldset>
  );
}

/** Lies quietly at the foot of the screen; the reader's code shows it where there is a place. */
export function Resume() {
  return (
    <aside className="resume" aria-label="Your place" hidden>
      <button type="button" className="resume-go" data-act="resume">
        Continue where you stopped
        <span data-place />
      </button>
      <button type="button" className="resume-no" data-act="dismiss" aria-label="Dismiss">
        ✕
      </button>
    </aside>
  );
}
