import type { MarketKey } from "@sanshi/money";
import { sql } from "../../apps/server/src/platform/sql/database.ts";
import type { SignedIn, TestApplication } from "./test-application.ts";

/**
 * A margin call that nothing stands behind, for refusals that only ask whether there is one. The watch of the margin
 * would restore it within a second: it stands until `endMarginCalls`.
 */
export async function openMarginCall(
  app: TestApplication,
  { account }: SignedIn,
  market: MarketKey,
): Promise<void> {
  const owner = app.owner.reader;
  await sql`CREATE OR REPLACE FUNCTION keep_test_call() RETURNS trigger LANGUAGE plpgsql
    AS 'BEGIN RETURN NULL; END'`.execute(owner);
  await sql`CREATE OR REPLACE TRIGGER keep_test_call BEFORE UPDATE ON margin_call
    FOR EACH ROW WHEN (OLD.rule = 'test') EXECUTE FUNCTION keep_test_call()`.execute(owner);
  await sql`INSERT INTO margin_call (customer_id, market, called_on, called_at, due_at, equity, exposure, ratio,
      ratio_required, missing, rule, rule_since)
    SELECT id, ${market}, app_now()::date, app_now(), app_now() + interval '2 days', 1, 10, 1000, 2000, 1, 'test',
      '2026-01-01' FROM customer WHERE account = ${account}`.execute(owner);
}

export async function endMarginCalls(app: TestApplication): Promise<void> {
  await sql`DELETE FROM margin_call`.execute(app.owner.reader);
}
