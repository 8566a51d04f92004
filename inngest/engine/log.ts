export const logLevels = ["debug", "info", "warn", "error", "silent"] as const;
export type LogLevel = (typeof logLevels)[number];

/** Writes one JSON line for each entry to stderr; stdout carries only the ready line. */
export interface Logger {
  debug(message: string, fields?: Record<string, unknown>): void;
  info(message: string, fields?: Record<string, unknown>): void;
  warn(message: string, fields?: Record<string, unknown>): void;
  error(message: string, fields?: Record<string, unknown>): void;
}

/** A logger that drops everything below `threshold`. */
export function createLogger(threshold: LogLevel): Logger {
  const write =
    (level: Exclude<LogLevel, "silent">) =>
    (message: string, fields: Record<string, unknown> = {}) => {
      if (logLevels.indexOf(level) < logLevels.indexOf(threshold)) return;
      const line = { time: new Date().toISOString(), level, engine: true, message, ...fields };
      process.stderr.write(`${JSON.stringify(line)}\n`);
    };
  return { debug: write("debug"), info: write("info"), warn: write("warn"), error: write("error") };
}

/** Log fields of a caught value. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message || error.name : String(error);
}
