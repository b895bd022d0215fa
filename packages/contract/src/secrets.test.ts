import { describe, expect, it } from "vitest";
import { asksForSecrets } from "./secrets.ts";

describe("what asks for a password, a code or a passkey", () => {
  it.each([
    "Please tell us your password.",
    "What is the six-digit code?",
    "Reply with the verification code that you received.",
    "We need your PIN to go on.",
    "Give me the code we sent you by SMS",
    "Your passkey has to be confirmed: send a screenshot.",
    "ログインパスワードを教えてください。",
    "SMSに届いた認証コードをご返信ください。",
    "暗証番号が必要です",
    "4桁の番号をお知らせください",
    "请告诉我们您的密码。",
    "請提供驗證碼",
    "把短信验证码发给客服",
    "您的资金密码是多少？",
    "需要您的通行密钥",
    "Please tell me the six numbers you see on your phone now.",
    "Read me what the app on your phone shows.",
    "Please forward the text we just sent you.",
    "Send me a picture of the recovery list that you wrote down.",
    "Kindly reply with what your phone just showed you.",
    "We need the word that you use to enter your account.",
    "お手元のスマートフォンに今出ている数字を読み上げてください。",
    "先ほど届いた6つの数字をそのまま書いてください。",
    "画面の数字を写真に撮ってお送りください。",
    "请把手机上刚收到的六个数字发过来。",
    "麻烦您念一下短信里那串数字。",
    "请把登录时输的那串字告诉我们核对。",
    "把您认证器上显示的数字截图发来。",
    "请把屏幕上的二维码截图给我。",
  ])("is found in %s", (text) => expect(asksForSecrets(text)).toBe(true));

  it.each([
    ["wide letters", "Ｐｌｅａｓｅ ｔｅｌｌ ｕｓ ｙｏｕｒ ｐａｓｓｗｏｒｄ"],
    ["half-width katakana", "ﾊﾟｽﾜｰﾄﾞを教えてください"],
    ["spaces", "Please send your p a s s w o r d"],
    ["dots", "your p.a.s.s.w.o.r.d please"],
    ["letters that nobody sees", "Tell us your pass\u200bwo\u2060rd"],
    ["Cyrillic letters", "Tell us your pаsswоrd"],
    ["figures", "Tell us your p4ssw0rd"],
    ["accents", "Tell us your pässwörd"],
    ["another long vowel", "パスワ一ドを教えてください"],
    ["dots in kana", "パ・ス・ワ・ー・ド をお送りください"],
    ["spaces between characters", "请 告 诉 我 您 的 密 码"],
    ["two sentences", "Your account has a password.\nSend it to me."],
  ])("is found behind %s", (_how, text) => expect(asksForSecrets(text)).toBe(true));

  it.each([
    "The stock code is 7203. Please check the order.",
    "銘柄コード7203のご注文についてご連絡ください。",
    "证券代码 600519 的委托已撤销，请查看。",
    "Your case number is 1234-5678. Please quote it.",
    "Your password was changed yesterday.",
    "Please open the help page that stands below.",
    "ご入金を確認しました。",
    "The screen shows the price of the last trade. Please read the help page.",
    "画面の右上に今日の損益が表示されます。ご確認ください。",
    "请在手机上打开App查看订单。",
    "Please read what the page says about fees.",
  ])("is not found in %s", (text) => expect(asksForSecrets(text)).toBe(false));
});
