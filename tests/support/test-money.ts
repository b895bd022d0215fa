import { sql } from "../../apps/server/src/platform/sql/database.ts";
import { multipartOf, testPhoto } from "./multipart.ts";
import type { SignedIn, TestApplication } from "./test-application.ts";
import { firstOperator, opsAccepted } from "./test-operators.ts";

export { multipartOf, testPhoto };

export const testFundPassword = "482915";

/** Another customer, whose identity an operator has accepted. */
export async function verifiedCustomer(
  app: TestApplication,
  { name, nameKana }: { name: string; nameKana: string } = {
    name: "山田 太郎",
    nameKana: "ヤマダ タロウ",
  },
): Promise<SignedIn> {
  const customer = await app.newCustomer();
  await app.accepted(
    "/user/submit-verification",
    {
      name,
      name_kana: nameKana,
      id_type: "passport",
      id_number: `TZ${customer.account.slice(-7)}`,
      agree: "true",
      front: await testPhoto(),
      back: await testPhoto(),
    },
    customer,
  );
  const operator = await firstOperator(app);
  const { items } = await opsAccepted(
    app,
    "/api/ops/verifications",
    { q: customer.account },
    operator,
  );
  await opsAccepted(
    app,
    "/api/ops/verifications/:id/decision",
    { id: items[0]?.id ?? "", decision: "approve" },
    operator,
  );
  return customer;
}

/** The site's setting, until `forgetSettings`. */
export async function setSetting(app: TestApplication, name: string, value: string): Promise<void> {
  await sql`INSERT INTO config_entry (name, value) VALUES (${name}, ${value})
    ON CONFLICT (name) DO UPDATE SET value = excluded.value`.execute(app.context.database.reader);
}

export async function forgetSettings(app: TestApplication): Promise<void> {
  await sql`DELETE FROM config_entry`.execute(app.context.database.reader);
}
