import { dayMs } from "@sanshi/contract";
import { minor, type Currency } from "@sanshi/money";
import { isTradingDay } from "@sanshi/rulebook";
import {
  accountKey,
  customerAccounts,
  houseAccount,
  postTransfer,
} from "../../apps/server/src/ledger/ledger.ts";
import { firstRow, sql } from "../../apps/server/src/platform/sql/database.ts";
import { multipartOf, testPhoto } from "./multipart.ts";
import {
  startTestApplication,
  testPassword,
  type SignedIn,
  type TestApplication,
} from "./test-application.ts";
import {
  equipOperators,
  firstOperator,
  newOperator,
  ops,
  opsAccepted,
  type OperatorSession,
} from "./test-operators.ts";

export { multipartOf, testPhoto };

export const testFundPassword = "482915";

const operators = new WeakMap<TestApplication, Promise<OperatorSession>>();

/** Signed in once: tests of a whole file would run into the limit of attempts. */
function operatorOf(app: TestApplication): Promise<OperatorSession> {
  const known = operators.get(app) ?? equipped(app, firstOperator(app));
  operators.set(app, known);
  return known;
}

/** On a live instance nobody does anything without a second factor. */
async function equipped<Session>(app: TestApplication, signingIn: Promise<Session>) {
  const session = await signingIn;
  if (app.context.feed.kind === "live") await equipOperators(app);
  return session;
}

type Identity = {
  name?: string;
  nameKana?: string;
  /** Else the one ID of a single photo: each is decoded in a process of its own. Of its number nothing is kept. */
  isPassport?: boolean;
  /** The passport's, of which each account else has its own. */
  idNumber?: string;
};

/** By application, of each name the first customer whose identity an operator has accepted. */
const firstVerified = new WeakMap<TestApplication, Map<string, SignedIn>>();

/**
 * Another customer, whose identity an operator has accepted: where it is simulated, the first of a name by their
 * photos, the others by the same ones.
 */
export async function verifiedCustomer(
  app: TestApplication,
  identity: Identity = {},
): Promise<SignedIn> {
  const byName = firstVerified.get(app) ?? new Map<string, SignedIn>();
  firstVerified.set(app, byName);
  const key = JSON.stringify(identity);
  const first = byName.get(key);
  if (first !== undefined) {
    const customer = await app.newCustomer();
    await verifyAs(app, first, [customer]);
    return customer;
  }
  const customer = await verifiedByPhotos(app, identity);
  const isSimulated = app.context.feed.kind === "simulated";
  if (isSimulated && identity.isPassport !== true) byName.set(key, customer);
  return customer;
}

/** Others are verified as somebody is who went the whole way. */
export async function verifyAs(
  app: TestApplication,
  first: SignedIn,
  others: readonly SignedIn[],
): Promise<void> {
  const accounts = others.map(({ account }) => account);
  await sql`WITH made AS (INSERT INTO verification (customer_id, status, name, name_kana, id_type, id_number_masked,
      front_document_id, back_document_id, submitted_at, decided_at)
    SELECT other.id, 2, v.name, v.name_kana, 'health_insurance_card', '*', v.front_document_id,
      v.back_document_id, v.submitted_at, v.decided_at
    FROM verification v JOIN customer c ON c.id = v.customer_id AND c.account = ${first.account},
      customer other WHERE other.account = ANY (${accounts}::text[]) RETURNING id)
    INSERT INTO review_decision (queue, item_id, decision, reason_words, note, decided_by, decided_at)
    SELECT 'verifications', made.id, 'approve', '', '', (SELECT min(id) FROM operator), app_now() FROM made`.execute(
    app.owner.reader,
  );
  await sql`UPDATE customer SET verification = 2 WHERE account = ANY (${accounts}::text[])`.execute(
    app.owner.reader,
  );
}

async function verifiedByPhotos(
  app: TestApplication,
  { name = "山田 太郎", nameKana = "ヤマダ タロウ", isPassport = false, idNumber }: Identity,
): Promise<SignedIn> {
  const customer = await app.newCustomer();
  await app.accepted(
    "/user/submit-verification",
    {
      name,
      name_kana: nameKana,
      id_type: isPassport ? "passport" : "my_number_card",
      id_number:
        idNumber ?? (isPassport ? `TZ${customer.account.slice(-7)}` : myNumberOf(customer.account)),
      agree: "true",
      front: await testPhoto(),
      ...(isPassport && { back: await testPhoto() }),
    },
    customer,
  );
  const { state, id } = await acceptIdentity(app, customer.account, await operatorOf(app));
  // Where money is real, two people decide.
  if (state === "proposed") {
    const second = await equipped(app, newOperator(app, "approver"));
    await openPhotos(app, id, second);
    const form = { id, decision: "approve" } as const;
    await opsAccepted(app, "/api/ops/verifications/:id/decision", form, second);
  }
  return customer;
}

/** The account's digits with the check digit that a My Number ends with. */
function myNumberOf(account: string): string {
  const digits = account.padStart(11, "1");
  const sum = [...digits].reduce((total, digit, at) => {
    const place = digits.length - at;
    return total + Number(digit) * (place <= 6 ? place + 1 : place - 5);
  }, 0);
  const rest = sum % 11;
  return `${digits}${rest <= 1 ? 0 : 11 - rest}`;
}

async function acceptIdentity(app: TestApplication, account: string, operator: OperatorSession) {
  const { items } = await opsAccepted(app, "/api/ops/verifications", { q: account }, operator);
  const id = items[0]?.id ?? "";
  await openPhotos(app, id, operator);
  return opsAccepted(
    app,
    "/api/ops/verifications/:id/decision",
    { id, decision: "approve" },
    operator,
  );
}

/** Both photos of an identity check, as whoever decides it has to. */
export async function openPhotos(
  app: TestApplication,
  id: string,
  operator: OperatorSession,
): Promise<void> {
  const shown = await opsAccepted(app, "/api/ops/verifications/:id", { id }, operator);
  for (const photo of [shown.front_document_id, shown.back_document_id]) {
    if (photo !== null) await ops(app, "/api/ops/documents/:id", { id: photo }, operator);
  }
}

/** The site's setting, until `forgetSettings`. */
export async function setSetting(
  app: Pick<TestApplication, "owner">,
  name: string,
  value: string,
): Promise<void> {
  await sql`INSERT INTO config_entry (name, value) VALUES (${name}, ${value})
    ON CONFLICT (name) DO UPDATE SET value = excluded.value`.execute(app.owner.reader);
}

export async function forgetSettings(app: TestApplication): Promise<void> {
  await sql`DELETE FROM config_entry`.execute(app.owner.reader);
}

export type ReadyCustomer = SignedIn & { cardId: string };

/** A live instance that takes withdrawals at any hour, and the two operators who decide them. */
export async function startLiveWithdrawals(): Promise<{
  app: TestApplication;
  reviewer: OperatorSession;
  approver: OperatorSession;
}> {
  const app = await startTestApplication({}, { feedKind: "live" });
  const reviewer = await newOperator(app, "reviewer");
  const approver = await newOperator(app, "approver");
  await equipOperators(app);
  await setSetting(app, "withdrawal_hours", "00:00-24:00");
  await setSetting(app, "withdrawal_days", "every");
  await setSetting(app, "bank_card_cooling_off_hours", "0");
  return { app, reviewer, approver };
}

/** Another customer who is verified, has a card and a fund password, and whose card's id is with them. */
export async function readyToWithdraw(
  app: TestApplication,
  identity?: Identity,
): Promise<ReadyCustomer> {
  const customer = await verifiedCustomer(app, identity);
  const { id } = await app.accepted(
    "/user/add-bank-card",
    {
      holder_name: "ヤマダ タロウ",
      card_number: customer.account.slice(-7),
      bank_name: "三菱UFJ銀行",
      branch_name: "本店",
      branch_code: "001",
      card_type: "ordinary",
    },
    customer,
  );
  await app.accepted(
    "/user/set-fund-password",
    {
      login_password: testPassword,
      new_password: testFundPassword,
      new_password2: testFundPassword,
    },
    customer,
  );
  return { ...customer, cardId: id };
}

/** Moves the app's clock to the next time that Tokyo's clocks show `time` on a Wednesday that is no holiday. */
export async function advanceToWednesday(app: TestApplication, time: string): Promise<void> {
  const now = app.context.clock.now();
  for (let day = 0; day < 36; day += 1) {
    const date = new Date(now + day * dayMs + 9 * 3_600_000).toISOString().slice(0, 10);
    const at = Date.parse(`${date}T${time}:00+09:00`);
    const isWednesday = new Date(`${date}T00:00:00Z`).getUTCDay() === 3;
    if (!isWednesday || !isTradingDay("jpy", date)) continue;
    if (at > now) return app.advance(Math.ceil((at - now) / 1000));
  }
  throw new Error("there is no such Wednesday");
}

/** 100,000 minor units from the bank: a live instance grants nothing. */
export async function bringMoney(
  app: TestApplication,
  { account }: SignedIn,
  currency: Currency = "JPY",
): Promise<void> {
  await app.context.database.transaction(async (transaction) => {
    const row = await firstRow(
      transaction,
      sql<{ id: bigint }>`SELECT id FROM customer WHERE account = ${account}`,
    );
    const own = await customerAccounts(transaction, row?.id ?? 0n);
    const bank = await houseAccount(transaction, currency, "bank");
    await postTransfer(transaction, {
      kind: "test",
      causeId: 1n,
      happenedAt: app.context.clock.now(),
      currency,
      entries: [
        { accountId: own.get(accountKey(currency, "available")) ?? 0n, amount: minor(100_000n) },
        { accountId: bank, amount: minor(-100_000n) },
      ],
    });
  });
}
