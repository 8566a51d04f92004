export function listen(
  connectionString: string,
  hearing: Record<"expire", (tags: string[]) => void> &
    Record<"distrustAll" | "warn", (error?: unknown) => void>,
): (tags: Iterable<string>) => Promise<void>;
