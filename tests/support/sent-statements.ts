import pg from "pg";

export type SentStatement = { text: string; values: unknown[] };

/** All that this process sends to PostgreSQL while some work is done, beginnings and ends of transactions among it. */
export async function sentDuring(work: () => Promise<void>): Promise<SentStatement[]> {
  const sent: SentStatement[] = [];
  const { prototype } = pg.Client;
  const { query } = prototype;
  const noting = function (this: pg.Client, asked: unknown, ...more: unknown[]): never {
    const given = typeof asked === "string" ? { text: asked } : (asked as { text: string });
    // What has a plan of its own is sent as a name and a text with its values beside them.
    const { text, values } = { values: more[0], ...given };
    sent.push({ text, values: Array.isArray(values) ? values : [] });
    return Reflect.apply(query, this, [asked, ...more]) as never;
  };
  Object.assign(prototype, { query: noting });
  try {
    await work();
  } finally {
    Object.assign(prototype, { query });
  }
  return sent;
}
