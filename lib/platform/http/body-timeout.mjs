/**
 * Limit in milliseconds for receiving a body, on every host: 95 MB at 1.3 Mbit/s, 10 MB at 0.14.
 */
export const bodyTimeoutMs = 600_000;
