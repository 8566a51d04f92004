/** Makes the scripts of a page inert where the page knows how to begin them. */
export function lateScripts(html: string): string;
