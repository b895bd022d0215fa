import pg from "pg";
import { columnTypes } from "./column-types.ts";
import { parseTree, queryIn } from "./node-tree.ts";
import { resultColumns, type Catalogue, type ResultColumn } from "./result-columns.ts";

export interface DescribedColumn extends ResultColumn {
  /** As PostgreSQL writes it, such as `bigint` or `text[]`. */
  readonly type: string;
}

export type Description =
  | { readonly columns: readonly DescribedColumn[] }
  /** In PostgreSQL's own words. */
  | { readonly problem: string };

interface Describer {
  /** What rows it answers. */
  describe(text: string): Promise<Description>;
  /** The columns whose values a CHECK lists, as `table.column`. */
  readonly listed: ReadonlyMap<string, readonly string[]>;
  close(): Promise<void>;
}

/**
 * Prepares statements in a migrated database without running them. The columns come from PostgreSQL's own
 * analysis: it is kept where a function has the statement as its body.
 */
export async function createDescriber(connectionString: string): Promise<Describer> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const catalogue = await withViews(client, await readCatalogue(client));
  return {
    async describe(text) {
      try {
        return { columns: await describe(client, catalogue, text) };
      } catch (error) {
        if (!(error instanceof pg.DatabaseError)) throw error;
        await client.query("ROLLBACK; DEALLOCATE ALL");
        return { problem: error.message };
      }
    },
    listed: catalogue.values,
    close: () => client.end(),
  };
}

const preparable = /^[\s(]*(SELECT|INSERT|UPDATE|DELETE|WITH|VALUES|MERGE)\b/i;

async function describe(
  client: pg.Client,
  catalogue: Catalogue,
  text: string,
): Promise<DescribedColumn[]> {
  if (!preparable.test(text)) {
    await client.query(`BEGIN; ${text}; ROLLBACK`);
    return [];
  }
  const { given, answered } = await prepare(client, text);
  if (answered === null || answered.length === 0) return [];
  const query = queryIn(parseTree(await analyse(client, text, given)));
  if (query === null) throw new Error(`PostgreSQL kept no analysis of ${text}`);
  return resultColumns(query, catalogue).map((column, index) => ({
    ...column,
    type: answered[index] ?? "unknown",
  }));
}

async function prepare(client: pg.Client, text: string) {
  const row = await lastRow<{ given: string[]; answered: string[] | null }>(
    client,
    `DEALLOCATE ALL; PREPARE described AS ${text};
    SELECT parameter_types::text[] AS given, result_types::text[] AS answered
      FROM pg_prepared_statements`,
  );
  if (row === undefined) throw new Error(`PostgreSQL did not keep ${text}`);
  return row;
}

async function analyse(client: pg.Client, text: string, given: readonly string[]): Promise<string> {
  const row = await lastRow<{ body: string }>(
    client,
    `ROLLBACK; BEGIN; CREATE FUNCTION pg_temp.described(${given.join(", ")}) RETURNS void
      LANGUAGE sql BEGIN ATOMIC ${text}; END;
    SELECT prosqlbody::text AS body FROM pg_proc
      WHERE proname = 'described' AND pronamespace = pg_my_temp_schema()`,
  );
  await client.query("ROLLBACK");
  return row?.body ?? "";
}

/** Of several statements in one round trip, which the driver's types do not know. */
async function lastRow<Row extends object>(
  client: pg.Client,
  text: string,
): Promise<Row | undefined> {
  const answers: unknown = await client.query<Row>(text);
  const last: unknown = Array.isArray(answers) ? answers.at(-1) : answers;
  return last instanceof pg.Result ? last.rows[0] : undefined;
}

async function readCatalogue(client: pg.Client): Promise<Catalogue> {
  const columns = await client.query<{ place: string; name: string; required: boolean }>(
    `SELECT attrelid::oid::text || '.' || attnum AS place, relname || '.' || attname AS name,
        attnotnull AS required
      FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
      WHERE attnum > 0 AND NOT attisdropped AND relkind IN ('r', 'p', 'v')`,
  );
  const lists = await client.query<{ place: string; rule: string }>(
    `SELECT conrelid::oid::text || '.' || conkey[1] AS place, pg_get_constraintdef(oid) AS rule
      FROM pg_constraint WHERE contype = 'c' AND cardinality(conkey) = 1`,
  );
  const functions = await client.query<{ id: string; name: string }>(
    "SELECT oid::text AS id, proname AS name FROM pg_proc",
  );
  return {
    columns: new Map(
      columns.rows.map(({ place, name, required }) => [
        place,
        { origins: [name], isNotNull: required },
      ]),
    ),
    values: new Map(
      lists.rows.flatMap(({ place, rule }) => {
        const name = columns.rows.find((column) => column.place === place)?.name;
        const values = listedValues(rule);
        return name === undefined || values === null ? [] : [[name, values] as const];
      }),
    ),
    functions: new Map(functions.rows.map(({ id, name }) => [id, name])),
  };
}

/** A view's columns are what its own statement answers; it knows those that were made before it. */
async function withViews(client: pg.Client, tables: Catalogue): Promise<Catalogue> {
  const views = await client.query<{ id: string; name: string; columns: string[]; body: string }>(
    `SELECT c.oid::text AS id, c.relname AS name, r.ev_action::text AS body,
        ARRAY(SELECT attname::text FROM pg_attribute WHERE attrelid = c.oid AND attnum > 0
          ORDER BY attnum) AS columns
      FROM pg_class c JOIN pg_rewrite r ON r.ev_class = c.oid
      WHERE c.relkind = 'v' AND c.relnamespace = 'public'::regnamespace ORDER BY c.oid`,
  );
  const columns = new Map(tables.columns);
  const catalogue = { ...tables, columns };
  for (const { id, name, columns: named, body } of views.rows) {
    const query = queryIn(parseTree(body));
    if (query === null) throw new Error(`PostgreSQL kept no analysis of ${name}`);
    for (const [index, { canBeNull, origins }] of resultColumns(query, catalogue).entries()) {
      const place = `${id}.${index + 1}`;
      const column = named[index] ?? "";
      const isOwn = origins.length === 0 || columnTypes[name]?.[column] !== undefined;
      columns.set(place, {
        origins: isOwn ? [`${name}.${column}`] : origins,
        isNotNull: !canBeNull,
      });
    }
  }
  return catalogue;
}

/** Of a CHECK that lists what a text may be. */
function listedValues(rule: string): string[] | null {
  const list = /^CHECK \(\(\w+ = ANY \(ARRAY\[((?:'\w+'::text(?:, )?)+)\]\)\)\)$/.exec(rule)?.[1];
  return list === undefined ? null : [...list.matchAll(/'(\w+)'/g)].map(([, value = ""]) => value);
}
