/** Dates read the same on server and client: always in UTC. */
const dateIn = (dateStyle: "medium" | "long") => {
  const format = new Intl.DateTimeFormat("en", { dateStyle, timeZone: "UTC" });
  return (iso: string): string => format.format(new Date(iso));
};

/** "Nov 22, 2026" */
export const shortDate = dateIn("medium");

/** "November 22, 2026" */
export const longDate = dateIn("long");
