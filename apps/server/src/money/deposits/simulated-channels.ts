import { currencies } from "@sanshi/money";
import type { Context } from "../../context.ts";
import { insertChannel } from "./channels.store.ts";

/**
 * On a simulated instance every currency has a channel to try deposits with. It says in its name, its
 * account and its instructions that it does not exist; a live instance never has one.
 */
export async function ensureSimulatedChannels({
  feed,
  database,
}: Pick<Context, "feed" | "database">): Promise<void> {
  if (feed.kind !== "simulated") return;
  for (const [position, currency] of currencies.entries()) {
    await insertChannel(database.reader, {
      currency,
      name: {
        jp: `銀行振込（デモ）・${currency}`,
        cn: `银行转账（模拟）・${currency}`,
        us: `Bank transfer (simulated) · ${currency}`,
      },
      instructions: {
        jp: "デモ用の架空の口座です。実際の送金はしないでください。手持ちの画像を振込明細の代わりに添付してお申し込みください。",
        cn: "此为模拟用的虚构账户，请勿实际汇款。可上传任意图片代替转账凭证进行申请。",
        us: "This account is made up for the simulation. Do not send real money. Attach any picture in place of a receipt.",
      },
      account_name: "サンシ デモ (FICTITIOUS)",
      account_number: "0000000",
      bank_name: "デモ銀行 (Demo Bank)",
      branch_name: "架空支店 (No branch)",
      minimum: null,
      maximum: null,
      closes: false,
      hours_from: "00:00",
      hours_to: "24:00",
      days: "business",
      simulated: true,
      demo: true,
      holdsFrom: null,
      replaces: null,
      position,
    });
  }
}
