/** The migrated database that every test database is a copy of. */
export const templateName = "sanshi_template";

/** The same server and role, another database. */
export function withDatabase(connectionString: string, database: string): string {
  const url = new URL(connectionString);
  url.pathname = `/${database}`;
  return url.toString();
}
