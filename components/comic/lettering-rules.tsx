import { letteringRules, type WebFont } from "@/lib/scenes/lettering/web-fonts";
import type { Panel } from "@/lib/scenes/schema";
import { hasSheet } from "./lettering-faces";

/** Bangers comes with every page (app/fonts.ts). */
const isElsewhere = ({ family }: WebFont) => hasSheet(family) || family === "Bangers";

/**
 * The fonts of these panels' lettering and no others: a page for everybody is drawn sooner the fewer
 * it knows of. Where bubbles change, `./fonts` brings all. On the server only.
 */
export function LetteringRules({ panels }: { panels: readonly Panel[] }) {
  const rules = letteringRules(panels, isElsewhere);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: names and addresses of our own fonts
  return rules && <style dangerouslySetInnerHTML={{ __html: rules }} />;
}
