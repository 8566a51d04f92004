export function applyMigrations(connectionString: string, folder?: string): Promise<string[]>;
