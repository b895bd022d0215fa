import pg from "pg";

export type Lease = {
  /** Takes it where nobody has it. */
  isHeld(): Promise<boolean>;
  release(): Promise<void>;
};

/**
 * Something that one process at a time does: held as long as a connection of its own lives, so that it ends with the
 * process that has it. For a moment, while a connection is dying, two may believe to have it.
 */
export function createLease(connectionString: string, name: string): Lease {
  let client: pg.Client | null = null;

  async function take(): Promise<boolean> {
    const own = new pg.Client({ connectionString });
    own.on("error", () => undefined);
    own.on("end", () => {
      if (client === own) client = null;
    });
    await own.connect();
    const { rows } = await own.query<{ taken: boolean }>(
      "SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS taken",
      [name],
    );
    if (rows[0]?.taken !== true) {
      await own.end();
      return false;
    }
    client = own;
    return true;
  }

  return {
    async isHeld() {
      return client !== null || (await take());
    },
    async release() {
      const held = client;
      client = null;
      await held?.end();
    },
  };
}
