/**
 * Advice if a connection pooler rejects the timeouts in the connection's settings; null for other
 * errors. PgBouncer reports 'unsupported startup parameter: statement_timeout'.
 */
export function poolerAdvice(error: unknown): string | null {
  const isRefused = /unsupported startup parameter/i.test(
    error instanceof Error ? error.message : "",
  );
  return isRefused
    ? "DATABASE_URL points to a connection pooler that rejects the app's connection settings. Set DIRECT_DATABASE_URL to the address of PostgreSQL itself, without the pooler."
    : null;
}
