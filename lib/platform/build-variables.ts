/**
 * Variables that the build writes into headers and addresses of pages. With other values at run
 * time, pages and server would disagree.
 */
export const buildVariableNames = [
  "PUBLIC_BROWSING",
  "S3_BUCKET",
  "S3_REGION",
  "S3_ENDPOINT",
  "S3_FORCE_PATH_STYLE",
  "S3_PUBLIC_BASE_URL",
] as const;

type Variables = Record<string, string | undefined>;

/** Their values; of APP_URL only whether it is https. */
export const buildVariables = (source: Variables): Record<string, string> => ({
  ...Object.fromEntries(buildVariableNames.map((name) => [name, source[name] ?? ""])),
  APP_URL: /^https:/.test(source.APP_URL ?? "") ? "https" : "",
});

/** The variables whose values differ from those of the build; empty if the build recorded none. */
export function changedSinceBuild(builtWith: string | undefined, now: Variables): string[] {
  if (!builtWith) return [];
  const before = JSON.parse(builtWith) as Record<string, string>;
  return Object.entries(buildVariables(now))
    .filter(([name, value]) => (before[name] ?? "") !== value)
    .map(([name]) => name);
}
