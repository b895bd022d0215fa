import { hourMs, iso, type WrittenTexts } from "@sanshi/contract";
import type { ChannelText } from "./channels.rules.ts";

type Announced = Pick<ChannelText, "currency" | "name" | "bank_name">;

/**
 * What everybody is told of a new account for deposits: which, from when, in whose place. Never its number, which
 * stands under "Deposit" alone, so that nobody learns to trust one in a message.
 */
export function channelAnnounced(
  { currency, name, bank_name: bank }: Announced,
  { from, replaces }: { from: number; replaces: Announced | null },
): WrittenTexts {
  const at = moment(from);
  return {
    jp: {
      title: `${currency}の入金先の${replaces === null ? "追加" : "変更"}`,
      body: `${at}から、${currency}の入金先「${name.jp}」（${bank}）をご利用いただけます。${replaces === null ? "" : `「${replaces.name.jp}」（${replaces.bank_name}）に代わる入金先です。`}\n口座番号は「入金」画面にのみ表示されます。メッセージなどで案内された口座には送金しないでください。`,
    },
    cn: {
      title: `${currency}充值账户${replaces === null ? "新增" : "变更"}`,
      body: `自${at}起，可使用${currency}充值账户“${name.cn}”（${bank}）。${replaces === null ? "" : `该账户取代“${replaces.name.cn}”（${replaces.bank_name}）。`}\n账号仅显示在“充值”页面，请勿向消息等其他途径提供的账户汇款。`,
    },
    us: {
      title: `${replaces === null ? "New" : "Changed"} account for deposits in ${currency}`,
      body: `From ${at}, you can send deposits in ${currency} to "${name.us}" (${bank}). ${replaces === null ? "" : `It replaces "${replaces.name.us}" (${replaces.bank_name}). `}\nIts number is shown under "Deposit" only. Never send money to an account named in a message.`,
    },
  };
}

/** In Tokyo's time, as the hours of deposits are. */
function moment(at: number): string {
  const shown = iso(at + 9 * hourMs);
  return `${shown.slice(0, 10)} ${shown.slice(11, 16)} (JST)`;
}
