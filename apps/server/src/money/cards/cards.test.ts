import { bankCardsMax } from "@sanshi/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  startTestApplication,
  testPassword,
  type SignedIn,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";
import { verifiedCustomer } from "../../../../../tests/support/test-money.ts";
import { untilWaitingForLocks } from "../../../../../tests/support/waiting-for-locks.ts";
import { rows, sql } from "../../platform/sql/database.ts";
import { cardNumberOf, findCard } from "./cards.ts";

let app: TestApplication;
let customer: SignedIn;
beforeAll(async () => {
  app = await startTestApplication();
});
beforeEach(async () => {
  customer = await app.newCustomer();
});
afterAll(() => app.stop());

const form = (more: Record<string, string> = {}) => ({
  holder_name: "ﾔﾏﾀﾞ ﾀﾛｳ",
  card_number: "7654321",
  bank_name: "みずほ銀行",
  branch_name: "本店",
  branch_code: "110",
  card_type: "ordinary" as const,
  ...more,
});
const add = (more?: Record<string, string>, who = customer) =>
  app.refused("/user/add-bank-card", form(more), who);
const cards = async (who = customer) => (await app.accepted("/user/bank-cards", {}, who)).items;

describe("a bank card", () => {
  it("is added, shown by its last digits alone, and removed", async () => {
    const added = await app.accepted("/user/add-bank-card", form(), customer);
    expect(added).toMatchObject({
      holder_name: "ヤマダ タロウ",
      card_number: "****321",
      bank_code: "0001",
      country: "JP",
      usable_from: null,
    });
    expect(await cards()).toEqual([added]);
    const { items } = await app.accepted("/user/messages", {}, customer);
    expect(items[0]).toMatchObject({ kind: "bank_card_added", params: { number: "****321" } });
    expect(await app.refused("/user/remove-bank-card", { id: added.id }, customer)).toBe("ok");
    expect(await cards()).toEqual([]);
    expect(await app.refused("/user/remove-bank-card", { id: added.id }, customer)).toBe(
      "card_not_found",
    );
    const kinds = (await app.accepted("/user/activity", {}, customer)).items.map(
      ({ kind }) => kind,
    );
    expect(kinds.slice(0, 2)).toEqual(["bank_card_removed", "bank_card_added"]);
  });

  it("is sealed in the database, and opened for whoever pays to it", async () => {
    const { id } = await app.accepted(
      "/user/add-bank-card",
      form({ card_number: "9081726" }),
      customer,
    );
    const stored = await findCard(app.context.database.reader, BigInt(id));
    expect(stored && cardNumberOf(app.context, stored)).toBe("9081726");
    const [dump] = await rows(
      app.context.database.reader,
      sql<{
        text: string;
      }>`SELECT string_agg(c::text || encode(number_sealed, 'escape'), ' ') AS text FROM bank_card c`,
    );
    expect(dump?.text).not.toContain("9081726");
  });

  it("is there once, also where it is added many times at once, and can come back", async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => add()));
    expect(answers.filter((answer) => answer === "ok")).toHaveLength(1);
    expect(answers.filter((answer) => answer === "card_exists")).toHaveLength(4);
    expect(await add({ card_number: "765-4321", holder_name: "ヤマダ タロウ" })).toBe(
      "card_exists",
    );
    const [one] = await cards();
    await app.accepted("/user/remove-bank-card", { id: one?.id ?? "" }, customer);
    expect(await add()).toBe("ok");
  });

  it("is the same one at the bank of a code, however that bank's name is written", async () => {
    const town = { bank_code: "1611", bank_name: "京都中央信用金庫", branch_code: "001" };
    expect(await add(town)).toBe("ok");
    expect(await add({ ...town, bank_name: "中信" })).toBe("card_exists");
    expect(await add({ ...town, bank_code: "1610" })).toBe("ok");
    // Where a bank has no code its name is what tells it from another.
    const abroad = { country: "US", card_type: "checking" };
    expect(await add({ ...abroad, bank_name: "First Bank" })).toBe("ok");
    expect(await add({ ...abroad, bank_name: "Second Bank" })).toBe("ok");
    expect(await add({ ...abroad, bank_name: "First Bank" })).toBe("card_exists");
  });

  it("is its owner's alone", async () => {
    const { id } = await app.accepted("/user/add-bank-card", form(), customer);
    const stranger = await app.newCustomer();
    expect(await cards(stranger)).toEqual([]);
    expect(await app.refused("/user/remove-bank-card", { id }, stranger)).toBe("card_not_found");
    expect(await add({}, stranger)).toBe("ok");
    expect(await cards()).toHaveLength(1);
  });

  it("is one of few, however many are added at once", async () => {
    const answers = await Promise.all(
      Array.from({ length: bankCardsMax + 3 }, (_, at) => add({ card_number: `100000${at}` })),
    );
    expect(answers.filter((answer) => answer === "ok")).toHaveLength(bankCardsMax);
    expect(answers.filter((answer) => answer === "cards_too_many")).toHaveLength(3);
    expect(await cards()).toHaveLength(bankCardsMax);
  });

  it("must be of the person who was verified", async () => {
    customer = await verifiedCustomer(app, { name: "山田 太郎", nameKana: "ヤマダ タロウ" });
    expect(await add({ holder_name: "スズキ ジロウ" })).toBe("card_holder_differs");
    expect(await add({ holder_name: "タロウ ヤマダ" })).toBe("ok");
  });

  it("cools off where the site says so", async () => {
    const { reader } = app.context.database;
    await sql`INSERT INTO config_entry VALUES ('bank_card_cooling_off_hours', '24')`.execute(
      reader,
    );
    const added = await app.accepted("/user/add-bank-card", form(), customer);
    expect(Date.parse(added.usable_from ?? "") - Date.parse(added.added_at)).toBe(86_400_000);
    await app.advance(86_400);
    expect((await cards())[0]?.usable_from).toBeNull();
    await sql`DELETE FROM config_entry WHERE name = 'bank_card_cooling_off_hours'`.execute(reader);
  });

  it("cools off for a day on a live instance, and not where money is paper", async () => {
    expect((await app.accepted("/user/add-bank-card", form(), customer)).usable_from).toBeNull();
    const hours = async (of: TestApplication) =>
      (await of.accepted("/common/config", { type: "all" })).find(
        ({ name }) => name === "bank_card_cooling_off_hours",
      )?.value;
    expect(await hours(app)).toBe("0");
    const live = await startTestApplication({}, { feedKind: "live" });
    try {
      const owner = await live.newCustomer();
      const added = await live.accepted("/user/add-bank-card", form(), owner);
      expect(Date.parse(added.usable_from ?? "") - Date.parse(added.added_at)).toBe(86_400_000);
      expect(await hours(live)).toBe("24");
    } finally {
      await live.stop();
    }
  });

  it("is not added while the account is frozen, also by a call that was on its way", async () => {
    const freeze = { login_password: testPassword };
    expect(await app.refused("/user/freeze-account", freeze, customer)).toBe("ok");
    expect(await add()).toBe("account_frozen");
    expect(await cards()).toEqual([]);

    customer = await app.newCustomer();
    const added = await app.owner.transaction(async (transaction) => {
      await sql`UPDATE customer SET state = 'frozen' WHERE account = ${customer.account}`.execute(
        transaction,
      );
      const begun = add();
      await untilWaitingForLocks(app.context.database.reader, 1);
      return [begun] as const;
    });
    expect(await added[0]).toBe("account_frozen");
    expect(await cards()).toEqual([]);
  });

  it("is not added over and over again", async () => {
    for (let index = 0; index < 20; index += 1) await add();
    expect(await add({ card_number: "1111111" })).toBe("too_many_tries");
  });
});

describe("the banks", () => {
  it("are searched", async () => {
    const found = await app.accepted("/user/banks", { q: "みずほ" }, customer);
    expect(found[0]).toMatchObject({ code: "0001", names: { us: "Mizuho Bank" } });
    const branches = await app.accepted(
      "/user/bank-branches",
      { bank_code: "0001", q: "しぶや" },
      customer,
    );
    expect(branches.items.map(({ name }) => name)).toContain("渋谷");
    expect(branches.listed_on).toMatch(/^20\d\d-\d\d-\d\d$/);
  });

  it("say what is wrong where the form is, and with what", async () => {
    const { body } = await app.post(
      "/user/add-bank-card",
      form({ holder_name: "ヤマダ 太郎" }),
      customer,
    );
    expect(body).toMatchObject({
      msg: "holder_has_characters",
      params: { letters: "太郎", at: "5" },
    });
    expect(await add({ bank_name: "どこかの銀行", bank_code: "9999" })).toBe("bank_not_found");
    expect(await cards()).toEqual([]);
  });
});

describe("an account that an older list had", () => {
  it("stays as it is, and says that its bank is gone and where it went", async () => {
    const { id } = await app.accepted("/user/add-bank-card", form(), customer);
    await app.owner.pool.query(
      `INSERT INTO bank_card (customer_id, country, holder_name, number_masked, number_sealed,
          number_fingerprint, bank_code, bank_name, branch_code, branch_name, card_type, added_at)
        SELECT customer_id, country, holder_name, number_masked, number_sealed,
          sha256(number_fingerprint), '0544', '中京銀行', branch_code, branch_name, card_type, added_at
        FROM bank_card WHERE id = $1`,
      [id],
    );
    expect((await cards())[0]).toMatchObject({
      bank_code: "0544",
      bank_name: "中京銀行",
      trouble: "bank_gone",
      bank_today: "あいち銀行",
    });
  });
});
