import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { arrowLeft, arrowRight, book, help, maximize, nodes } from "@/components/ui/icon-paths";
import { stripWidth } from "./comforts/settings";

/**
 * How the story is read. Plain markup: the reader's code comes with the first press
 * (reader-start.tsx) and looks for `data-act`. Page by page it lies at the foot of the screen.
 */
export function ReadingTools() {
  return (
    <fieldset className="tools with-script" aria-label="Reading">
      <Button variant="ghost" size="sm" data-act="mode" aria-pressed="false">
        <Icon d={book} />
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
          <Icon d={arrowLeft} />
        </Button>
        <span className="tools-count" role="status" data-count />
        <Button icon size="sm" label="Next page" data-act="next">
          <Icon d={arrowRight} />
        </Button>
      </span>
      <span className="tools-more">
        <Button icon variant="ghost" size="sm" label="Fullscreen" data-act="fullscreen">
          <Icon d={maximize} />
        </Button>
        <Button icon variant="ghost" size="sm" label="Share" data-act="share">
          <Icon d={nodes} />
        </Button>
        <Button icon variant="ghost" size="sm" label="Help" data-act="help">
          <Icon d={help} />
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
