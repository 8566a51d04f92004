/** Dates read the same on server and client: always in UTC. */
const dateFormat = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeZone: "UTC" });

/** "Nov 22, 2026" */
export const shortDate = (iso: string): string => dateFormat.format(new Date(iso));
