/**
 * Whether a text asks its reader for a password, a code or a passkey. Nobody of a broker's ever does, so an
 * operator's text that does is refused, and waits for nobody.
 */

/** What only a customer may know. A stock's code and a number to quote are none of it. */
const secrets = [
  /pass ?word|pass ?code|pass ?phrase|pass ?key|log ?in code|security (?:code|key)|(?:verification|confirmation|authenticat\w+|recovery|backup|access|sms|text(?:ed)?|one[ -]?time|2fa|mfa|(?:two|2)[ -]?factor|(?:six|6|four|4|eight|8)[ -]?digits?) (?:\w+ )?(?:codes?|numbers?|keys?|pins?)|\bpin\b(?! code area)|\botp\b|\b(?:codes?|digits|(?:six|6|four|4|eight|8) (?:numbers|figures|digits)) (?:that )?(?:we|was|were|you (?:got|received|see)|from|in|on|by)\b|\b(?:what|that) (?:your|the app on your) (?:phone|screen|app|authenticator) (?:\w+ )?(?:shows?|showed|says|displays?)\b|\bthe app on your phone shows\b|\b(?:text|sms)(?: message)? (?:that )?(?:we|you) (?:just )?(?:sent|got|received)\b|\brecovery (?:list|words|sheet|phrase)\b|\bword that you (?:use|type|enter)\b/u,
  /パスワード|ぱすわーど|パスコード|パスフレーズ|パスキー|暗証|認証(?:コード|番号|キー|アプリ)|確認(?:コード|番号)|ワンタイム|二段階|2段階|リカバリーコード|回復コード|バックアップコード|セキュリティ(?:コード|キー)|合い?言葉|生体認証|コード(?:を|は|が)(?:教|送|お|返|入|読)|smsの|届いた[^。]{0,6}(?:番号|数字|コード)|(?:画面|スマートフォン|スマホ|携帯|アプリ)[^。]{0,12}(?:出て|表示|届)[^。]{0,8}(?:数字|番号|コード)|画面の(?:数字|番号|コード|qr)|[46六四](?:桁|つの(?:数字|番号))/u,
  /密码|密碼|口令|验证码|驗證碼|校验码|校驗碼|动态码|動態碼|确认码|確認碼|安全码|安全碼|恢复码|恢復碼|备份码|備份碼|授权码|授權碼|通行密[钥鑰]|密[钥鑰]|短信码|PIN码|收到的[^。]{0,4}(?:数字|數字|號碼|号码|代码)|(?:短信|手机|手機|屏幕|螢幕|认证器|認證器|验证器|驗證器)[^。]{0,8}(?:数字|數字|号码|號碼|二维码|二維碼)|登录时[输用填][^。]{0,6}[字词]|登錄時[輸用填][^。]{0,6}[字詞]|[46六四][位个個](?:数字|數字|码|碼)/iu,
];

/** What makes a sentence about one a request for it. */
const requests = [
  /\b(?:tell|tells|send|sends|give|gives|share|reply|replies|provide|enter|type|forward|submit|confirm|read|need|needs|require|requires|required|let (?:me|us|him|her|them) know|what(?:['’]?s| is| was| are)|text|message|disclose|supply|state|show|verify|write|email|call|ask|asks|asking|please|hand|pass it|repeat|quote|say|dictate|note|post|attach|photograph|screenshot|key in|fill)\b|\?/u,
  /教え|おしえ|送っ|送り|送る|送信|返信|知らせ|入力|提示|提供|伝え|つたえ|共有|ください|下さい|くれ|ちょうだい|頂|いただ|お願い|おねがい|必要|連絡|聞かせ|読み上げ|記入|申し出|何です|なんです|どうぞ|撮|添付|よろしく|求め/u,
  /告诉|告訴|告知|发给|發給|发送|發送|发来|發來|发到|發到|发我|發我|提供|回复|回復|回覆|输入|輸入|填写|填寫|提交|说出|說出|报给|報給|报一下|转发|轉發|请|請|需要|分享|给我|給我|给客服|是什么|是什麼|是多少|多少|吗|嗎|拍照|截图|截圖|念|读|讀|麻烦|麻煩|核对|核對|索取|交给|交給/u,
];

/** Letters of other scripts that are read as Latin ones. */
const alikes: Readonly<Record<string, string>> = {
  ...{
    а: "a",
    в: "b",
    с: "c",
    ԁ: "d",
    е: "e",
    һ: "h",
    і: "i",
    ј: "j",
    к: "k",
    ӏ: "l",
    м: "m",
    о: "o",
  },
  ...{ п: "n", р: "p", ѕ: "s", т: "t", у: "y", ѵ: "v", ԝ: "w", х: "x", ɡ: "g", ı: "i", ʏ: "y" },
  ...{
    α: "a",
    β: "b",
    ε: "e",
    η: "n",
    ι: "i",
    κ: "k",
    ν: "v",
    ο: "o",
    ρ: "p",
    τ: "t",
    υ: "u",
    χ: "x",
    ω: "w",
  },
};
/** Figures and signs that stand for letters within a word. */
const figures: Readonly<Record<string, string>> = {
  ...{ 0: "o", 1: "i", 3: "e", 4: "a", 5: "s", "@": "a", $: "s", "!": "i", "|": "l" },
};

/** Long enough that it is no part of another word when all between letters is gone. */
const bareSecrets =
  /pass(?:w[oe]rd|code|phrase|key)|verificationcode|securitycode|recoverycode|backupcode|onetime(?:code|pass)|authenticat(?:or|ion)code|sixdigitcode|6digitcode/u;

export function asksForSecrets(text: string): boolean {
  const said = folded(text);
  // Without what is put between letters: "p a s s w o r d", "パ・ス・ワ・ー・ド".
  const bare = said.replaceAll(/[^\p{L}\p{N}ー]/gu, "");
  const disguised = withoutFigures(said).replaceAll(/[^\p{L}\p{N}ー]/gu, "");
  const isAbout =
    secrets.some((pattern) => pattern.test(said)) ||
    secrets.slice(1).some((pattern) => pattern.test(bare)) ||
    bareSecrets.test(bare) ||
    bareSecrets.test(disguised);
  if (!isAbout) return false;
  // Who writes in disguise asks for it.
  const isPlain = secrets.some((pattern) => pattern.test(said));
  return (
    !isPlain ||
    requests.some((pattern) => pattern.test(said)) ||
    requests.slice(1).some((pattern) => pattern.test(bare))
  );
}

/** One form of each letter, in lower case; none that nobody sees, no marks upon letters. */
function folded(text: string): string {
  const plain = text
    .normalize("NFKD")
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, "")
    .replaceAll(/(?<=[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}])\p{M}+/gu, "")
    .normalize("NFKC")
    .toLowerCase();
  return (
    [...plain]
      .map((letter) => alikes[letter] ?? letter)
      .join("")
      // What stands for the long vowel of katakana: 一, hyphens and dashes.
      .replaceAll(/(?<=\p{Script=Katakana})[一\-‐–—―─](?=\p{Script=Katakana}|$)/gu, "ー")
  );
}

function withoutFigures(text: string): string {
  return [...text].map((letter) => figures[letter] ?? letter).join("");
}
