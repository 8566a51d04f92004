interface Hearing {
  expire: (tags: string[]) => void;
  distrustAll: () => void;
  warn: (error: unknown) => void;
}
export function listen(
  connectionString: string,
  hearing: Hearing,
): { publish: (tags: Iterable<string>) => Promise<void>; close: () => Promise<void> };
