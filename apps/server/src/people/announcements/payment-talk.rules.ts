import type { WrittenTexts } from "@sanshi/contract";
import { messageTitles as cn } from "@sanshi/contract/message-titles/cn";
import { messageTitles as jp } from "@sanshi/contract/message-titles/jp";
import { messageTitles as us } from "@sanshi/contract/message-titles/us";

const systemTitles = [jp, cn, us].flatMap((titles) => Object.values(titles));

/** What in an operator's words touches a customer's money, and the words themselves. */
type PaymentTalk = {
  kind: "asks_for_payment" | "account_number" | "link_or_contact" | "money" | "disguised_letters";
  language: "jp" | "cn" | "us";
  words: string;
};

/** Each word of `asks` asks for money to be sent; each of `money` is about money at all. */
const asks = [
  /振り?込|ふりこ|振替|送金|入金|支払|払い|払っ|納付|納め|チャージ/u,
  /转账|轉帳|转帐|汇款|匯款|付款|支付|缴|繳|充值|打款|转给|汇入|转入/u,
  /\b(?:pay|pays|payment|payments|payable|paying|prepay|transfer\w*|deposit\w*|wire|wired|remit\w*|top[ -]?up|send (?:us )?(?:the |your )?(?:money|funds|amount))\b/u,
];
const money = [
  /お金|金額|代金|料金|手数料|税金?|保証金|証拠金|返金|還付|請求|口座|残高|出金|暗号資産|仮想通貨|電子マネー|ギフト|円/u,
  /钱|錢|资金|款|费|費|税|稅|保证金|解冻|账户|帐户|账号|帐号|卡号|提现|余额|元|币|幣/u,
  /\b(?:money|funds?|cash|fees?|tax(?:es)?|charges?|refund\w*|withdraw\w*|invoice|bank|iban|swift|wallet|bitcoin|btc|usdt|eth|crypto\w*|gift ?cards?|balance|account number|unlock|yen|dollars?|yuan|rmb|jpy|usd|cny|hkd|krw|twd|thb|myr|vnd)\b/u,
  /[¥￥$€£₩฿₫₿]/u,
];
const contact = [
  /https?:|www\.|\b[a-z0-9-]+\.[a-z]{2,}(?:\/|\b)|\S+@\S+|@\w{3,}/u,
  /\b(?:whats ?app|telegram|wechat|weixin|viber)\b|微信|电报|加我|友だち追加/u,
  // Who sees or holds another's screen needs no password.
  /\b(?:any ?desk|team ?viewer|rust ?desk|remote(?:ly)? (?:access|control|desktop|help|support)|share your screen|screen ?sharing)\b|遠隔(?:操作|サポート)|リモート|画面を?(?:共有|見せ)|远程|遠程|(?:共享|分享)(?:屏幕|螢幕)|(?:屏幕|螢幕)(?:共享|分享)/u,
  // Names that are words as well: where they are said as names. ガイドライン and ラインナップ are none.
  /(?<![\p{Script=Katakana}ー])ライン(?!ナップ|アップ)/u,
  /\b(?:line|signal)(?:[ :_-]*(?:id|app|account|official|group|chat|qr|number|contact)\b|[ ]?[@:])/u,
  /(?<!\b(?:line|signal) )\b(?:on|via|by|through|using) (?:line|signal)\b(?! ?(?:\d|of|with|to|by|that|from|for))/u,
  /\b(?:add|message|text|contact|reach|find|follow|write)(?: to)? (?:me|us|him|her|them|support|service)\b[^.!?\n]{0,20}\b(?:line|signal)\b/u,
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー] ?(?:line|signal)\b|\b(?:line|signal) ?[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u,
];
/** In capitals, which the sentence around it is not in. */
const lineInCapitals = /\bLINE\b/u;
/** As long as an account's or a telephone's number, however it is grouped, in words and characters too. */
const longNumber = /\d(?:[\s().\-/‐–—]*\d){4,}/u;
const longNumberInWords =
  /(?:\b(?:zero|oh|one|two|three|four|five|six|seven|eight|nine)\b[\s,.-]*){5,}|[〇零一二三四五六七八九](?:[\s\-‐–—ー－・,、]*[〇零一二三四五六七八九]){4,}/u;
/** Letters that look like Latin ones, in texts of languages that have none of them. */
const lookalikes = /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Cherokee}\p{Script=Armenian}]/u;
/** Words that are still words when their letters are set apart; the shorter ones are in every text. */
const setApart = /payment|transfer|deposit|remit|withdraw|bitcoin|usdt|money|wallet|https?:?\/\//u;

/** The order in which an approver reads what was found. */
const kinds = [
  "asks_for_payment",
  "account_number",
  "link_or_contact",
  "disguised_letters",
  "money",
] as const satisfies readonly PaymentTalk["kind"][];

/**
 * Whatever in the texts is about money, names an account or leads out of the app, in any of the three
 * languages in any of the three texts. It finds too much rather than too little: what it finds costs a
 * second operator's look.
 */
export function paymentTalk(texts: WrittenTexts): PaymentTalk[] {
  return (["jp", "cn", "us"] as const).flatMap((language) => {
    const { title, body } = texts[language];
    return talkIn(`${title}\n${body}`).map((found) => ({ ...found, language }));
  });
}

/** The same in one text of whatever language. */
export function talkIn(text: string): Omit<PaymentTalk, "language">[] {
  const written = folded(text);
  const said = written.toLowerCase();
  const names = written === written.toUpperCase() ? [] : [lineInCapitals];
  const letters = said.replaceAll(/[^\p{L}\p{N}:/]/gu, "");
  const found = (kind: PaymentTalk["kind"], patterns: readonly RegExp[], within = said) =>
    patterns.flatMap((pattern) => {
      const match = pattern.exec(within);
      return match === null ? [] : [{ kind, words: match[0].trim() }];
    });
  const inWords = [
    ...found("asks_for_payment", asks),
    ...found("account_number", [longNumber, longNumberInWords]),
    ...found("link_or_contact", contact),
    ...found("link_or_contact", names, written),
    ...found("money", money),
    ...found("disguised_letters", [lookalikes]),
  ];
  return inWords.length > 0
    ? inWords
    : found("asks_for_payment", [setApart, ...asks.slice(0, 2)], letters);
}

/** What was found, as the approver of a change reads it before anything else. */
export function marksOf(
  found: readonly { kind: PaymentTalk["kind"]; words: string }[],
): { field: string; before: null; after: string }[] {
  return kinds.flatMap((kind) => {
    const words = found.filter((mark) => mark.kind === kind).map((mark) => mark.words);
    return words.length === 0
      ? []
      : [{ field: `mark_${kind}`, before: null, after: words.join(", ") }];
  });
}

/** The same without capitals. */
function plain(text: string): string {
  return folded(text).toLowerCase();
}

/** One form of each letter, none that nobody sees, no marks upon letters. */
function folded(text: string): string {
  return text
    .normalize("NFKD")
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, "")
    .replaceAll(/(?<=\p{Script=Latin})\p{M}+/gu, "")
    .normalize("NFKC");
}

/** Whether a title is one of the system's own, in any language: `titles` have their gaps as `{{name}}`. */
export function isSystemTitle(title: string, titles: readonly string[]): boolean {
  const said = bare(title);
  return titles.some((one) => {
    const parts = one.split(/\{\{\w+\}\}/).map(bare);
    if (parts.every((part) => part === "")) return false;
    return new RegExp(`^${parts.join(".*")}$`, "u").test(said);
  });
}

/** Whether an operator's text would look like one of the system's. */
export function usesSystemTitle(texts: WrittenTexts): boolean {
  return (["jp", "cn", "us"] as const).some((language) =>
    isSystemTitle(texts[language].title, systemTitles),
  );
}

function bare(text: string): string {
  return plain(text).replaceAll(/[^\p{L}\p{N}]/gu, "");
}
