/** Dates read the same on server and client: always in UTC. */
const dateIn = (dateStyle: "medium" | "long") => {
  const format = new Intl.DateTimeFormat("en", { dateStyle, timeZone: "UTC" });
  return (iso: string): string => format.format(new Date(iso));
};

/** "Nov 22, 2026" */
export const shortDate = dateIn("medium");

const minute = new Intl.DateTimeFormat("en", {
  dateStyle: "medium",
  timeStyle: "short",
  hourCycle: "h23",
  timeZone: "UTC",
});

/** "Nov 22, 2026, 14:05 UTC" */
export const dateAndTime = (iso: string): string => `${minute.format(new Date(iso))} UTC`;

/** "November 22, 2026" */
export const longDate = dateIn("long");
