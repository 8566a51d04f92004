import { formatDateTime } from "./utils/format-date";

/** '<time>Nov 22, 2026, 14:05 UTC</time>' */
export const UtcTime = ({ at }: { at: string }) => <time dateTime={at}>{formatDateTime(at)}</time>;
