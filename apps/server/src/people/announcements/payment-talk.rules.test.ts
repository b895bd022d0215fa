import { describe, expect, it } from "vitest";
import { isSystemTitle, paymentTalk } from "./payment-talk.rules.ts";

const harmless = { title: "休業のお知らせ", body: "明日は休業です。" };
const said = (body: string, language: "jp" | "cn" | "us" = "us") =>
  paymentTalk({
    jp: harmless,
    cn: { title: "停业公告", body: "明天停业。" },
    us: { title: "Closed", body: "We are closed tomorrow." },
    [language]: { title: "About your question", body },
  });

describe("a message that asks for a payment", () => {
  it.each([
    ["us", "Please pay the release tax first."],
    ["us", "Transfer the amount and tell us."],
    ["us", "Ｐｌｅａｓｅ ＰＡＹ today"],
    ["us", "please t r a n s f e r it"],
    ["us", "please trans\u200bfer it"],
    ["us", "please tránsfer it"],
    ["us", "Make a deposit to unlock it"],
    ["us", "Kindly top-up again"],
    // Whoever writes Japanese into the English text is understood as well.
    ["us", "お振込みください"],
    ["jp", "下記へお振り込みください"],
    ["jp", "ご送金をお願いします"],
    ["jp", "ﾁｬｰｼﾞしてください"],
    ["jp", "解除には所定のお支払いが必要です"],
    ["cn", "请先转账"],
    ["cn", "請匯款至下列帳戶"],
    ["cn", "请转 账"],
    ["cn", "需缴纳"],
  ] as const)("is found in %s: %s", (language, body) => {
    expect(said(body, language).map(({ kind }) => kind)).toContain("asks_for_payment");
  });

  it.each([
    ["us", "Number 1234567, the usual name", "account_number"],
    ["us", "Number 12-34 567", "account_number"],
    ["jp", "口座番号は１２３４５６７です", "account_number"],
    ["us", "Call zero nine zero, one two three four", "account_number"],
    ["jp", "〇九〇ー一二三四ー五六七八 まで", "account_number"],
    ["us", "See sanshi-help.example/now", "link_or_contact"],
    ["us", "Please install AnyDesk and let me in.", "link_or_contact"],
    ["jp", "画面を共有してください", "link_or_contact"],
    ["cn", "请下载远程协助", "link_or_contact"],
    ["us", "Write to me@example.com", "link_or_contact"],
    ["jp", "LINEで友だち追加してください", "link_or_contact"],
    ["cn", "请加微信", "link_or_contact"],
    ["us", "A fee is due", "money"],
    ["us", "It is ¥5", "money"],
    ["jp", "手数料について", "money"],
    ["cn", "需要解冻", "money"],
    ["us", "please pаy it", "disguised_letters"],
  ] as const)("or touches money or leads away, in %s: %s", (language, body, kind) => {
    const found = said(body, language);
    expect(found.map((one) => one.kind)).toContain(kind);
    expect(found.every((one) => one.language === language && one.words !== "")).toBe(true);
  });

  it.each([
    ["us", "Thank you for your patience. Your photo was not sharp; please take it again."],
    ["jp", "お問い合わせありがとうございます。写真をもう一度お送りください。"],
    ["cn", "感谢您的咨询，请重新上传照片。"],
  ] as const)("is not found where there is none, in %s", (language, body) => {
    expect(said(body, language)).toEqual([]);
  });
});

describe("the messenger Line", () => {
  const isFound = (body: string, language: "jp" | "cn" | "us") =>
    said(body, language).some(({ kind }) => kind === "link_or_contact");

  it.each([
    ["us", "My LINE ID is sanshi_help"],
    ["us", "my line id: sanshi_help"],
    ["us", "Line: sanshi_help"],
    ["us", "line @sanshi"],
    ["us", "Please add us on Line."],
    ["us", "Contact me via line"],
    ["us", "Write to us in the app Line"],
    ["us", "We are on LINE, come there."],
    ["us", "ＬＩＮＥ ID on request"],
    ["us", "Ask for the li\u200bne id"],
    ["us", "Lineで連絡してください"],
    ["jp", "Lineで連絡してください"],
    ["jp", "lineのIDをお知らせします"],
    ["jp", "公式ラインへどうぞ"],
    ["jp", "ﾗｲﾝでご連絡ください"],
    ["jp", "担当のLINE"],
    ["cn", "加我LINE"],
    ["cn", "请添加line"],
    ["cn", "我的Line号"],
  ] as const)("is found in %s: %s", (language, body) => {
    expect(isFound(body, language)).toBe(true);
  });

  it.each([
    ["us", "Please read the first line of the notice."],
    ["us", "Your photo is cut off at the bottom line."],
    ["us", "This is in line with the rules of the exchange."],
    ["us", "The dotted line on line 3 of the form is yours to sign."],
    ["us", "We go through it line by line."],
    ["us", "A thin line in the chart shows the average."],
    ["us", "The line is busy; please try later."],
    ["us", "Online and offline, the guidelines are the same."],
    ["us", "Somebody will get back to you along that line. Line breaks are kept."],
    ["us", "A signal from the exchange ends the auction."],
    ["jp", "オンラインでお手続きいただけます。"],
    ["jp", "ガイドラインをご確認ください。"],
    ["jp", "商品のラインナップを見直しました。"],
    ["cn", "请在线提交。"],
  ] as const)("is not found in plain words, in %s: %s", (language, body) => {
    expect(isFound(body, language)).toBe(false);
  });
});

describe("a title of the system's", () => {
  const titles = [
    "Your withdrawal was paid",
    "Order filled: {{name}}",
    "{{name}} reached your alert",
  ];
  it.each([
    ["Your withdrawal was paid", true],
    [" your WITHDRAWAL was  paid!", true],
    ["Ｙｏｕｒ withdrawal was paid", true],
    ["Order filled: Toyota", true],
    ["Toyota reached your alert", true],
    ["Your question about the withdrawal screen", false],
    ["Closed tomorrow", false],
  ])("%s: %s", (title, is) => expect(isSystemTitle(title, titles)).toBe(is));
});
