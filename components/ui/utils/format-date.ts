/** In UTC, so that server and client render the same. */
const createDateFormatter = (dateStyle: "medium" | "long") => {
  const format = new Intl.DateTimeFormat("en", { dateStyle, timeZone: "UTC" });
  return (iso: string): string => format.format(new Date(iso));
};

/** "Nov 22, 2026" */
export const formatShortDate = createDateFormatter("medium");

const dateTimeFormat = new Intl.DateTimeFormat("en", {
  dateStyle: "medium",
  timeStyle: "short",
  hourCycle: "h23",
  timeZone: "UTC",
});

/** "Nov 22, 2026, 14:05 UTC" */
export const formatDateTime = (iso: string): string =>
  `${dateTimeFormat.format(new Date(iso))} UTC`;

/** "November 22, 2026" */
export const formatLongDate = createDateFormatter("long");
