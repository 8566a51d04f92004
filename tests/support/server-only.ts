// Stands in for the package `server-only` outside Next.
export {};
