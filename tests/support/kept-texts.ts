import { rows, sql } from "../../apps/server/src/platform/sql/database.ts";
import type { TestApplication } from "./test-application.ts";

/** All that the database keeps at this moment, as text by its table: what must not be found anywhere is looked for here. */
export async function keptTexts(app: TestApplication): Promise<ReadonlyMap<string, string>> {
  const { reader } = app.owner;
  const tables = await rows(
    reader,
    sql<{
      name: string;
    }>`SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`,
  );
  const texts = new Map<string, string>();
  for (const { name } of tables) {
    const [kept] = await rows(
      reader,
      sql<{ text: string | null }>`SELECT string_agg(t::text, ' ') AS text FROM ${sql.ref(name)} t`,
    );
    texts.set(name, kept?.text ?? "");
  }
  return texts;
}

/** The tables that have a text in one of their rows. */
export function tablesWith(texts: ReadonlyMap<string, string>, secret: string): string[] {
  return [...texts].filter(([, text]) => text.includes(secret)).map(([name]) => name);
}
