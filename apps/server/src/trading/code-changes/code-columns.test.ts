import { afterAll, beforeAll, expect, it } from "vitest";
import {
  createTestDatabase,
  type TestDatabase,
} from "../../../../../tests/support/test-database.ts";
import { createDatabase, rows, sql, type Database } from "../../platform/sql/database.ts";

let made: TestDatabase;
let database: Database;
beforeAll(async () => {
  made = await createTestDatabase();
  database = createDatabase(made.ownerConnectionString);
});
afterAll(async () => {
  await database.close();
  await made.drop();
});

/** Columns of codes that are no stock's. */
const otherCodes = [
  ...["bank_code", "branch_code", "decision_code", "index_code", "invitation_code"],
  ...["payer_code", "reason_code", "refusal_code", "target_code"],
];

/** What is kept as a document says what was true, asked or answered when it was written: none is carried. */
const documents = [
  ...["activity.params", "announcement.author", "announcement.texts", "audit_entry.details"],
  ...[
    "block_draw.beacon",
    "block_draw.checkpoints",
    "block_draw.terms",
    "block_offer.seller_names",
  ],
  ...["block_offer.withdrawn_reason", "block_offer_draft.form", "client_request.answer"],
  ...["copy_backtest.days", "copy_backtest.figures", "copy_decision.answers"],
  ...["copy_decision.orders", "copy_decision.targets", "copy_product.names"],
  ...["copy_product.wind_down_reason", "copy_valuation.balances", "copy_valuation.positions"],
  ...["deposit_channel.instructions", "deposit_channel.name", "fill.fee_items", "fill.levels"],
  ...["intraday_trade.refusal", "ledger_check_run.checked", "ledger_check_run.differences"],
  ...["loan_score.averages", "loan_score.parts", "market_closing.texts", "message.author"],
  ...["message.params", "message.texts", "message_template.texts"],
  ...["net_assets_day.rates", "net_assets_flow.net_after"],
  ...["net_assets_flow.rates", "news_article.texts", "offering.beacon", "offering.checkpoints"],
  ...[
    "offering.names",
    "offering.terms",
    "offering.withdrawal_reason",
    "offering.withdrawn_reason",
  ],
  "offering_draft.form",
  ...["proposal.differences", "proposal.input", "proposal.reason_texts"],
  ...["proposal.refusal_params", "restriction.texts"],
  ...["saved_screen.criteria", "service_message.author", "service_message.texts"],
  ...["site_setting_change.reason"],
  ...["trading_halt.texts"],
];

type Column = { table_name: string; column_name: string };

/** Of tables, as views have theirs from them. */
const coded = () =>
  rows(
    database.reader,
    sql<Column>`SELECT table_name, column_name FROM information_schema.columns
      JOIN information_schema.tables USING (table_schema, table_name)
      WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND column_name = 'code'
      ORDER BY table_name`,
  );

it("says of every column with codes what a code change does to it, and of no other", async () => {
  const said = await rows(
    database.reader,
    sql<
      Column & { reason: string }
    >`SELECT table_name, column_name, reason FROM code_column ORDER BY table_name`,
  );
  expect(said.map(({ table_name, column_name }) => ({ table_name, column_name }))).toEqual(
    await coded(),
  );
  for (const { table_name, reason } of said) expect(reason.length, table_name).toBeGreaterThan(10);
});

it("knows every other column that could have codes in it: none of a stock, or of its moment", async () => {
  const columns = await rows(
    database.reader,
    sql<
      Column & { data_type: string }
    >`SELECT table_name, column_name, data_type FROM information_schema.columns
      JOIN information_schema.tables USING (table_schema, table_name)
      WHERE table_schema = 'public' AND table_type = 'BASE TABLE'
        AND (column_name ~ '(code|codes|stock|symbol|ticker)$' OR data_type IN ('json', 'jsonb'))
        AND column_name NOT IN ('code', 'old_code', 'new_code')`,
  );
  const isDocument = ({ data_type }: { data_type: string }) => data_type.startsWith("json");
  const named = columns.filter(isDocument).map((one) => `${one.table_name}.${one.column_name}`);
  expect(named.toSorted()).toEqual(documents.toSorted());
  const others = columns.filter((one) => !isDocument(one)).map(({ column_name }) => column_name);
  expect([...new Set(others)].toSorted()).toEqual(otherCodes);
});

it("has a condition for each table that is carried, which its rows can be asked for", async () => {
  const carried = await rows(
    database.reader,
    sql<{
      table_name: string;
      carried_where: string;
    }>`SELECT table_name, carried_where FROM code_column
      WHERE carried_where IS NOT NULL`,
  );
  expect(carried.length).toBeGreaterThan(10);
  for (const { table_name, carried_where } of carried) {
    const text = `SELECT market FROM ${table_name} WHERE code = 'X' AND (${carried_where})`;
    await expect(database.pool.query(text), table_name).resolves.toBeDefined();
  }
});
