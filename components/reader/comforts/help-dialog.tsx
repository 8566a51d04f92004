"use client";
import { Fragment, useState } from "react";
import { createRoot } from "react-dom/client";
import { Dialog } from "@/components/ui/dialog";
import { Kbd } from "@/components/ui/kbd";
import { Switch } from "@/components/ui/switch";

interface HelpProps {
  keys: boolean;
  onKeys: (keys: boolean) => void;
}

const keys: [names: string[], does: string][] = [
  [["→", "←"], "The next or previous panel, or page"],
  [["Home", "End"], "The beginning or the end of the story"],
  [["Space", "PgDn", "PgUp"], "Page by page: turn the page"],
  [["f"], "Fullscreen"],
  [["?"], "This help"],
];

const fingers: [gesture: string, does: string][] = [
  ["Two taps on a picture", "Like the scene"],
  ["A tap at the right or left side", "Page by page: turn the page"],
  ["A swipe to the side", "Page by page: turn the page"],
];

/** Opens the help above the page. */
export function openHelp(props: HelpProps): void {
  const holder = document.createElement("div");
  document.body.append(holder);
  const root = createRoot(holder);
  root.render(
    <Help
      {...props}
      onClosed={() => {
        root.unmount();
        holder.remove();
      }}
    />,
  );
}

function Help({ keys: areOn, onKeys, onClosed }: HelpProps & { onClosed: () => void }) {
  const [open, setOpen] = useState(true);
  const [on, setOn] = useState(areOn);
  return (
    <Dialog open={open} onOpenChange={setOpen} onClosed={onClosed} title="How to read" size="md">
      <h3 className="mb-3 text-lg font-bold">Keys</h3>
      <Switch
        label="Keyboard shortcuts"
        checked={on}
        onCheckedChange={(next) => {
          setOn(next);
          onKeys(next);
        }}
      />
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
      <h3 className="mt-6 mb-3 text-lg font-bold">Fingers</h3>
      <dl className="reader-help">
        {fingers.map(([gesture, does]) => (
          <div key={gesture}>
            <dt className="font-bold">{gesture}</dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
