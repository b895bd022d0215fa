/** PostgreSQL's SQLSTATE, or an empty text. */
export function errorCode(error: unknown): string {
  const code = error instanceof Error ? (error as Error & { code?: unknown }).code : undefined;
  return typeof code === "string" ? code : "";
}
