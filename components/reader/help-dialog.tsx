"use client";
import { Fragment, type ReactNode, useState } from "react";
import { Dialog } from "@/components/ui/dialog";
import { Switch } from "@/components/ui/forms/switch";
import { Kbd } from "@/components/ui/kbd";
import { isTouchDevice } from "@/components/ui/utils/is-touch-device";

interface HelpProps {
  keys: boolean;
  onKeys: (keys: boolean) => void;
  onClosed: () => void;
}

const keys: [names: string[], does: string][] = [
  [["→", "←"], "The next or previous panel, or page"],
  [["Space", "PgDn", "PgUp", "↓", "↑"], "Page, Panel: move on, then turn the page"],
  [["Home", "End"], "The beginning or the end of the story"],
  [["1", "2", "3"], "Scroll, page, or panel by panel"],
  [["Enter"], "Open the focused panel"],
  [["+", "-", "0"], "Page, Panel: larger, smaller, the whole page"],
  [["c", "d"], "Page: another size; one page or two"],
  [["m"], "Page, Panel: show or hide the toolbar"],
  [["f"], "Fullscreen"],
  [["Esc"], "Page, Panel: close"],
  [["?"], "This help"],
];

const gestures: [gesture: string, does: string][] = [
  ["A tap on a panel", "Scroll: read on panel by panel from there"],
  ["Two taps on a panel", "Scroll: like the scene"],
  ["A tap at a side, or a swipe", "Page, Panel: move on or back"],
  ["A tap in the middle", "Show or hide the toolbar"],
  ["Two taps in the middle", "Page, Panel: zoom in or out"],
  ["Two fingers", "Page, Panel: zoom, and move"],
];

/** Explains keys and gestures, those of this device's primary input first. */
export default function HelpDialog({ keys: areOn, onKeys, onClosed }: HelpProps) {
  const [open, setOpen] = useState(true);
  const gestureHelp = (
    <HelpSection key="fingers" title="Touch">
      <dl className="reader-help">
        {gestures.map(([gesture, does]) => (
          <div key={gesture}>
            <dt className="font-bold">{gesture}</dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </HelpSection>
  );
  const keyboardHelp = (
    <HelpSection key="keys" title="Keys">
      <Switch label="Keyboard shortcuts" checked={areOn} onCheckedChange={onKeys} />
      <dl className="reader-help mt-4">
        {keys.map(([names, does]) => (
          <div key={does}>
            <dt>
              {names.map((name) => (
                <Fragment key={name}>
                  <Kbd>{name}</Kbd>{" "}
                </Fragment>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </HelpSection>
  );
  const isTouch = isTouchDevice();
  return (
    <Dialog open={open} onOpenChange={setOpen} onClosed={onClosed} title="How to read">
      <div className="grid gap-6">
        {isTouch ? [gestureHelp, keyboardHelp] : [keyboardHelp, gestureHelp]}
      </div>
    </Dialog>
  );
}

const HelpSection = ({ title, children }: { title: string; children: ReactNode }) => (
  <section>
    <h3 className="mb-3 text-lg font-bold">{title}</h3>
    {children}
  </section>
);
