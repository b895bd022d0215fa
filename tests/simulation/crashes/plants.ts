/** What is killed without warning. `backend` is one of PostgreSQL's own processes, which takes them all down. */
export const killKinds = ["server", "postgres", "backend", "both"] as const;
export type KillKind = (typeof killKinds)[number];

/** A fault that is put into the server's source as it is loaded, to see that a crash run finds it. */
export type Plant = {
  name: string;
  /** Seen from apps/server/src. */
  changes: readonly { file: string; from: string; to: string }[];
  /** Statements for its database before anybody trades. */
  sql: readonly string[];
  /** What has to be killed for it to show: the second only where the first has not shown it. */
  kills: readonly KillKind[];
};

export const plants: readonly Plant[] = [
  {
    name: "a balance that is looked at and then taken from, with nothing to guard it",
    changes: [
      {
        file: "trading/orders/batching/lanes.ts",
        from: "const { lane } = own;",
        to: "const lane = lanes[Math.floor(Math.random() * lanes.length)]!;",
      },
      {
        file: "trading/orders/storing/openings.store.ts",
        from: "WHEN i.affordable < i.spent_before + i.total",
        to: "WHEN false",
      },
    ],
    sql: [
      "ALTER TABLE ledger_balance DROP CONSTRAINT balance_not_below_floor",
      // Orders that come meanwhile wait, and are looked at together.
      `CREATE FUNCTION take_time() RETURNS trigger LANGUAGE plpgsql AS $$
       BEGIN
         PERFORM pg_sleep(0.1);
         RETURN NULL;
       END $$`,
      `CREATE TRIGGER take_time AFTER INSERT ON client_request
       FOR EACH STATEMENT EXECUTE FUNCTION take_time()`,
    ],
    kills: [],
  },
  {
    name: "a refusal that is not kept under its request",
    changes: [],
    sql: [
      `CREATE FUNCTION forget_refusal() RETURNS trigger LANGUAGE plpgsql AS $$
       BEGIN
         DELETE FROM client_request WHERE customer_id = NEW.customer_id
           AND request_id = NEW.request_id AND NEW.answer::text LIKE '%"refused"%';
         RETURN NULL;
       END $$`,
      `CREATE TRIGGER forget_refusal AFTER INSERT ON client_request
       FOR EACH ROW EXECUTE FUNCTION forget_refusal()`,
    ],
    kills: [],
  },
  {
    name: "a request that is carried out again when it is asked again",
    changes: [
      {
        file: "trading/orders/orders.routes.ts",
        from: "orders.place(customer, openingForm(input), input.request_id)",
        to: "orders.place(customer, openingForm(input), crypto.randomUUID())",
      },
    ],
    sql: [],
    kills: [],
  },
  {
    name: "an answer that is given before it is on the disk",
    changes: [
      {
        file: "platform/postgres/configuration.ts",
        from: 'wal_buffers: "16MB",',
        // Writes so seldom that no kill comes after all that was answered is written.
        to: 'wal_buffers: "16MB", wal_writer_delay: "10s", wal_writer_flush_after: "1GB",',
      },
      {
        file: "platform/postgres/configuration.ts",
        from: 'synchronous_commit: "on",',
        to: 'synchronous_commit: "off",',
      },
      {
        // The start refuses such a database.
        file: "platform/sql/require-database.ts",
        from: '["fsync", "full_page_writes", "synchronous_commit"]',
        to: '["fsync", "full_page_writes"]',
      },
    ],
    sql: [],
    kills: ["postgres", "postgres"],
  },
];
