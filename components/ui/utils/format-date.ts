/** In UTC, so that server and client render the same. */
const createFormatter = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat("en", { ...options, timeZone: "UTC" });
  return (iso: string): string => format.format(new Date(iso));
};

/** "Nov 22, 2026" */
export const formatShortDate = createFormatter({ dateStyle: "medium" });

/** "November 22, 2026" */
export const formatLongDate = createFormatter({ dateStyle: "long" });

const formatMinute = createFormatter({
  dateStyle: "medium",
  timeStyle: "short",
  hourCycle: "h23",
});

/** "Nov 22, 2026, 14:05 UTC" */
export const formatDateTime = (iso: string): string => `${formatMinute(iso)} UTC`;
