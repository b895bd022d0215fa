import { createHash } from "node:crypto";
import type { BatchConnections } from "./batch-connections.ts";
import { sql, type RawBuilder, type Reader } from "./database.ts";

/** A statement of one row: whether there is something to do. Its text is the same each time, and its values are of now. */
export type Question = () => RawBuilder<{ due: boolean }>;

/**
 * Asks all of them in one statement, whose plan the connections keep: each of them alone takes PostgreSQL longer to
 * plan than to answer.
 *
 * @returns the answers in their order.
 */
export async function askTogether(
  connections: Pick<BatchConnections, "run">,
  reader: Reader,
  questions: readonly Question[],
): Promise<readonly boolean[]> {
  if (questions.length === 0) return [];
  // Not prepared: each question is, where it stands.
  const asked = questions.map((question) => sql`(${question()})`);
  // Not prepared: as above.
  const query = sql`SELECT ARRAY[${sql.join(asked)}] AS due`.compile(reader);
  const { sql: text, parameters } = query;
  const { rows } = await connections.run((client) =>
    // Not prepared: as above.
    client.query<{ due: boolean[] }>({ name: nameOf(text), text, values: [...parameters] }),
  );
  const due = rows[0]?.due ?? [];
  if (due.length !== questions.length) throw new Error("not all questions were answered");
  return due;
}

const names = new Map<string, string>();

/** One for each set of questions: an instance has a few. */
function nameOf(text: string): string {
  const name =
    names.get(text) ?? `due-${createHash("sha256").update(text).digest("hex").slice(0, 32)}`;
  names.set(text, name);
  return name;
}
