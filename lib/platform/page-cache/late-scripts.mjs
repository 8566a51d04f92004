// Next asks for all of its scripts in the head of a page: before a letter is drawn the browser has
// begun ten requests, and a slow processor runs the framework before it shows a page that is
// complete without it. A page that carries `components/shell/wake.ts` begins them itself.

const mark = 'script[type="later"]';
const script =
  /<script src="(\/_next\/[\w./~-]+\.js)" ((?:id="\w+" )?)async=""( id="\w+")?><\/script>/g;
const preload =
  /<link rel="preload" as="script" fetchPriority="low" href="\/_next\/[\w./~-]+\.js"\/>/g;

/**
 * Makes the scripts of a page inert where the page knows how to begin them.
 * @param {string} html a page as Next made it
 */
export function lateScripts(html) {
  if (!html.includes(mark)) return html;
  return html
    .replace(preload, "")
    .replace(
      script,
      (_, src, before, after = "") =>
        `<script type="later" ${before}src="${src}"${after}></script>`,
    );
}
