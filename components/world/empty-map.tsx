import { Panel, print } from "@/components/illustrations/print";

/** A map. */
export function EmptyMap() {
  return (
    <Panel id="em" background={print.red}>
      <path d="M0 0H400V300H0Z" fill="url(#em-dots)" stroke="none" opacity=".3" />
    </Panel>
  );
}
