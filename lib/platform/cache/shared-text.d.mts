/** Lets the data of a page for its scripts refer to the texts of its markup. */
export function shareText(html: string): string;
