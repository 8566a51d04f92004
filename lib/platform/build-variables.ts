/**
 * Variables that decide about headers and addresses of pages when they are built. A server that runs
 * with other ones would say one thing and do another.
 */
const names = [
  "PUBLIC_BROWSING",
  "S3_BUCKET",
  "S3_REGION",
  "S3_ENDPOINT",
  "S3_FORCE_PATH_STYLE",
  "S3_PUBLIC_BASE_URL",
] as const;

type Variables = Record<string, string | undefined>;

/** Their values, and of APP_URL whether it is https. */
export const buildVariables = (source: Variables): Record<string, string> => ({
  ...Object.fromEntries(names.map((name) => [name, source[name] ?? ""])),
  APP_URL: /^https:/.test(source.APP_URL ?? "") ? "https" : "",
});

/** The variables that differ from those of the build; none where nothing is known of it. */
export function changedSinceBuild(builtWith: string | undefined, now: Variables): string[] {
  if (!builtWith) return [];
  const before = JSON.parse(builtWith) as Record<string, string>;
  return Object.entries(buildVariables(now))
    .filter(([name, value]) => (before[name] ?? "") !== value)
    .map(([name]) => name);
}
