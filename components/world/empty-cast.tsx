import { Panel, print } from "@/components/illustrations/print";

/** A casting board with outlines in place of portraits: a story without characters. */
export function EmptyCast() {
  return (
    <Panel id="ec" background={print.red}>
      <path d="M0 0H400V300H0Z" fill="url(#ec-dots)" stroke="none" opacity=".3" />
    </Panel>
  );
}
