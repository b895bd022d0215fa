import pg from "pg";

/**
 * The server does not own its tables: migrations run as their owner, and the server's role has what this
 * file says and nothing else. So a fault in the server, or whoever takes it over, can neither alter nor
 * truncate a table nor disable a trigger, and money moves as the ledger moves it or not at all.
 */

/** What stands guard there are the table's triggers. */
const ordinary = ["DELETE", "INSERT", "SELECT", "UPDATE"];
const appendOnly = ["INSERT", "SELECT"];
const readOnly = ["SELECT"];
/** Columns are named where the others are filled by the table itself. */
const insertOnly = (...columns: readonly string[]) => [
  ...columns.map((column) => `INSERT(${column})`),
  "SELECT",
];
/** Asked for the next number, and never set. */
const nextNumber = ["USAGE"];

const ordinaryTables = [
  "added_instrument",
  "announcement",
  "announcement_recipient",
  "bank_card",
  "bank_import",
  "bank_movement",
  "block_application",
  "block_draw",
  "block_invitation",
  "block_offer",
  "block_offer_draft",
  "block_quota",
  "block_sale_consent",
  "calendar_decision",
  "chart_line",
  "client_request",
  "closing_group",
  "commission_decision",
  "config_entry",
  "copy_consent",
  "copy_decision",
  "copy_following",
  "copy_product",
  "corporate_action",
  "corporate_action_look",
  "correction_hold",
  "currency_exchange",
  "customer",
  "customer_challenge",
  "customer_passkey",
  "customer_preferences",
  "customer_recovery_code",
  "customer_totp",
  "default_credit_limit",
  "deposit",
  "deposit_channel",
  "document",
  "document_view",
  "exchange_quote",
  "forced_sale",
  "fund_password",
  "fund_password_reset",
  "home_preferences",
  "instance",
  "instrument_record",
  "intraday_trade",
  "invitation_code",
  "ledger_check_run",
  "loan",
  "login_password_reset",
  "market_closing",
  "margin_call",
  "margin_look",
  "margin_term_notice",
  "message",
  "message_template",
  "net_assets",
  "net_assets_day",
  "net_assets_flow",
  "news_article",
  "new_share_subscription",
  "offering",
  "offering_draft",
  "operator",
  "operator_challenge",
  "operator_hidden_columns",
  "operator_one_time_password",
  "operator_passkey",
  "operator_recovery_code",
  "operator_session",
  "operator_setting",
  "operator_view",
  "order_exit",
  "payment_file",
  "payment_file_item",
  "position",
  "position_action",
  "position_action_due",
  "price_alert",
  "price_alert_split_due",
  "proposal",
  "proposal_approval",
  "push_choice",
  "push_delivery",
  "push_subscription",
  "reset_hold",
  "restriction",
  "saved_screen",
  "second_factor_reset",
  "review_claim",
  "review_decision",
  "sealed_key",
  "service_conversation",
  "session",
  "share_recall",
  "share_recall_notice",
  "signing_key",
  "simulation_clock",
  "site_setting_change",
  "stock_end",
  "stock_end_notice",
  "stock_lending",
  "stock_lending_choice",
  "stock_offer",
  "trade_order",
  "trading_halt",
  "trading_halt_telling",
  "trading_preferences",
  "try_counter",
  "venue_line",
  "venue_order",
  "venue_report",
  "venue_request",
  "venue_set_aside",
  "venue_trade",
  "verification",
  "watched_stock",
  "withdrawal",
];

/**
 * Everything that the server may touch: of a table, view or sequence that is not named here it has nothing
 * at all, so that a new one is thought about. An identity column's sequence needs no privilege.
 */
const granted: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(ordinaryTables.map((table) => [table, ordinary])),
  ledger_transfer_id: nextNumber,
  position_id_block: nextNumber,
  offering_id: nextNumber,
  block_entry_number: nextNumber,
  new_share_subscription_id: nextNumber,
  schema_migrations: readOnly,
  ledger_account: appendOnly,
  ledger_posting: insertOnly(
    ...["account_id", "amount", "balance_after", "cause_id", "currency", "happened_at", "kind"],
    ...["transfer_id", "version"],
  ),
  // Columns are named in brackets. A new balance is zero; a trigger holds every change against its postings.
  ledger_balance: [
    ...["INSERT(account_id)", "INSERT(floor)", "SELECT"],
    ...["UPDATE(balance)", "UPDATE(floor)", "UPDATE(version)"],
  ],
  block_draw_bundle: appendOnly,
  block_invitation_use: appendOnly,
  instrument_name: appendOnly,
  intraday_charge: appendOnly,
  intraday_obstacle: appendOnly,
  intraday_square_off: appendOnly,
  order_reduction: appendOnly,
  position_charge: appendOnly,
  statement_head: appendOnly,
  statement_price: appendOnly,
  listed_position: readOnly,
  followed_value: readOnly,
  code_change: appendOnly,
  code_change_step: appendOnly,
  // Said by the migrations.
  code_column: readOnly,
  copy_backtest: appendOnly,
  copy_valuation: appendOnly,
  copy_product_id: nextNumber,
  // Written by the triggers of postings and accounts and by ledger_fold_increments(), as their owner.
  ledger_increment: readOnly,
  ledger_total: readOnly,
  ledger_running_total: readOnly,
  loan_accrual: appendOnly,
  loan_limit_cap: appendOnly,
  loan_provision: appendOnly,
  loan_score: insertOnly("customer_id", "day", "score", "parts", "averages"),
  loan_score_day: appendOnly,
  market_pin: appendOnly,
  // What was drawn is published once.
  offering_bundle: appendOnly,
  prospectus: appendOnly,
  operator_hold: appendOnly,
  fill: appendOnly,
  forced_sale_order: appendOnly,
  case_comment: appendOnly,
  customer_note: appendOnly,
  service_message: appendOnly,
  share_lending: appendOnly,
  share_buy_in: appendOnly,
  stock_end_settlement: appendOnly,
  share_exchange: appendOnly,
  share_loan: appendOnly,
  // Written by the triggers of new_share_subscription and block_application, as their owner.
  new_share_applied: readOnly,
  block_applied: readOnly,
  // Written by the triggers of ledger_posting and net_assets_flow, as their owner.
  net_assets_flow_due: readOnly,
  // Written by the triggers of share_lending and share_loan and by share_pool_fold_increments(), as their owner.
  share_pool: readOnly,
  share_pool_increment: readOnly,
  share_pool_total: readOnly,
  stock_lending_accrual: appendOnly,
  stock_lending_period: appendOnly,
  stock_lending_premium: appendOnly,
  // Which transaction wrote it is said by the table, and not by the server.
  activity: insertOnly("customer_id", "kind", "params", "happened_at"),
  audit_entry: insertOnly(
    ...["number", "at", "operator_id", "operator", "role", "address", "method", "path"],
    ...["subject", "outcome", "details", "previous_hash", "hash"],
  ),
  // Written by triggers, as their owner.
  witnessed_change: readOnly,
  // The right to one column, whose CHECK leaves it one value, is the right to lock the row.
  audit_head: ["SELECT", "UPDATE(only_row)"],
  // Written by note_clock_step(), start_clock() and vouch_clock(), as their owner.
  clock_step: readOnly,
  clock_beat: readOnly,
};

const advisoryLockKey = 0x726f6c6573;

/** What the server's role has on a table, view or sequence: nothing where it is not listed. */
function expectedPrivileges(relation: string): readonly string[] {
  return granted[relation] ?? [];
}

/** Every table, view and sequence that is listed, whether the database has it or not. */
export const listedRelations: readonly string[] = Object.keys(granted);

/**
 * Gives the role of `serverConnection` its privileges on everything that the owner's migrations made, and
 * takes all others away. Changes nothing where all is as it should be, and where both are the same role.
 */
export async function grantToServer(
  ownerConnection: string,
  serverConnection: string,
): Promise<void> {
  const role = await roleOf(serverConnection);
  await withClient(ownerConnection, async (client) => {
    const { rows } = await client.query<{ owner: string }>("SELECT current_user AS owner");
    if (rows[0]?.owner === role) return;
    await client.query("BEGIN");
    await client.query(`SELECT pg_advisory_xact_lock(${advisoryLockKey})`);
    const tables = await readPrivileges(client, role);
    // Not prepared: what grants privileges cannot be.
    if (!tables.every(isAsExpected)) await client.query(grants(role, tables));
    await client.query("COMMIT");
  });
}

type TablePrivileges = { table: string; isSequence: boolean; privileges: string[] };

/** Every table and sequence with what the role was given on it, columns included. */
async function readPrivileges(client: pg.ClientBase, role: string): Promise<TablePrivileges[]> {
  const { rows } = await client.query<TablePrivileges>(
    `SELECT c.relname AS table, c.relkind = 'S' AS "isSequence", array(
        SELECT privilege_type FROM aclexplode(c.relacl) WHERE grantee IN (r.oid, 0)
        UNION
        SELECT privilege_type || '(' || attname || ')' FROM pg_attribute, aclexplode(attacl)
        WHERE attrelid = c.oid AND grantee IN (r.oid, 0) AND NOT attisdropped
        ORDER BY 1
      ) AS privileges
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace, pg_roles r
    WHERE n.nspname = 'public' AND c.relkind IN ('r', 'p', 'v', 'm', 'S') AND r.rolname = $1
    ORDER BY c.relname`,
    [role],
  );
  return rows;
}

function isAsExpected({ table, privileges }: TablePrivileges): boolean {
  return privileges.join() === expectedPrivileges(table).toSorted().join();
}

function grants(role: string, tables: readonly TablePrivileges[]): string {
  const grantee = pg.escapeIdentifier(role);
  const grant = ({ table, isSequence }: TablePrivileges) =>
    `GRANT ${expectedPrivileges(table).join(", ")} ON ${isSequence ? "SEQUENCE " : ""}${pg.escapeIdentifier(table)} TO ${grantee}`;
  return [
    `REVOKE ALL ON ALL TABLES IN SCHEMA public FROM ${grantee}`,
    `REVOKE ALL ON ALL SEQUENCES IN SCHEMA public FROM ${grantee}`,
    `REVOKE ALL ON SCHEMA public FROM ${grantee}`,
    `GRANT USAGE ON SCHEMA public TO ${grantee}`,
    ...tables.filter(({ table }) => expectedPrivileges(table).length > 0).map(grant),
  ].join(";\n");
}

/**
 * What the role of this connection could do beyond what the server needs, each as the end of a sentence
 * that begins with the role; empty where it can do no harm.
 */
export async function findExcessivePrivileges(connectionString: string): Promise<string[]> {
  return withClient(connectionString, async (client) => {
    const { rows } = await client.query<{ excess: string }>(
      `SELECT 'is a superuser' AS excess FROM pg_roles WHERE rolname = current_user AND rolsuper
      UNION ALL
      SELECT 'owns ' || relname || ' or may become its owner' FROM pg_class
      WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v', 'm', 'S')
        AND pg_has_role(current_user, relowner, 'MEMBER')
      UNION ALL
      SELECT 'may truncate ' || relname FROM pg_class
      WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
        AND has_table_privilege(oid, 'TRUNCATE')
      UNION ALL
      SELECT 'may change ' || relname FROM pg_class
      WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND relname = ANY ($1)
        AND (has_table_privilege(oid, 'DELETE') OR has_any_column_privilege(oid, 'UPDATE'))`,
      [listedRelations.filter((table) => isNeverChanged(granted[table] ?? []))],
    );
    return rows.map(({ excess }) => excess);
  });
}

function isNeverChanged(privileges: readonly string[]): boolean {
  return !privileges.some((privilege) => /^(DELETE|UPDATE)/.test(privilege));
}

async function roleOf(connectionString: string): Promise<string> {
  return withClient(connectionString, async (client) => {
    const { rows } = await client.query<{ role: string }>("SELECT current_user AS role");
    return rows[0]?.role ?? "";
  });
}

async function withClient<Result>(
  connectionString: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString });
  client.on("error", () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
