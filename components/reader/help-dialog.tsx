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
  [["Home", "End"], "The beginning or the end of the story"],
  [["Enter"], "Open the focused panel"],
  [["Space", "PgDn", "PgUp"], "Page by page: turn the page"],
  [["f"], "Fullscreen"],
  [["?"], "This help"],
];

const gestures: [gesture: string, does: string][] = [
  ["A tap on a picture", "Open it in full size"],
  ["Two taps on it there", "Zoom in or out"],
  ["A swipe to the side there", "The next or previous panel"],
  ["Two taps on a picture of the page", "Like the scene"],
  ["A tap at the right or left side", "Page by page: turn the page"],
  ["A swipe to the side", "Page by page: turn the page"],
];

/** Help for keys and gestures of the reading page; the available input comes first. */
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
    <Dialog open={open} onOpenChange={setOpen} onClosed={onClosed} title="How to read" size="md">
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
