/**
 * Between what an operator's own words stand wherever customers read them within a sentence of the system's, also
 * where nothing can draw a frame: in a file, in a message of an earlier release.
 */
export const ownWordsHeads = {
  jp: "担当者からのご説明：",
  cn: "客服人员说明：",
  us: "The operator's explanation:",
} as const;

/** The line that stands with everything that an operator writes. */
export const neverAsked = {
  jp: "当社の担当者が、送金、パスワード、認証コードをお願いすることは一切ありません。",
  cn: "本公司工作人员绝不会要求您转账，也不会索取密码或验证码。",
  us: "Nobody here ever asks you to send money, or for passwords or codes.",
} as const;

type Own = Readonly<Record<keyof typeof ownWordsHeads, string>>;

/** An operator's own words in each language, with what frames them in a line of text. */
export function framedWords(own: Own): Own {
  return {
    jp: `${ownWordsHeads.jp}「${own.jp}」（${neverAsked.jp}）`,
    cn: `${ownWordsHeads.cn}“${own.cn}”（${neverAsked.cn}）`,
    us: `${ownWordsHeads.us} “${own.us}” (${neverAsked.us})`,
  };
}

/** The operator's words within a text, without what frames them; null where a text has none. */
export function wordsWithin(text: string): string | null {
  const head = Object.values(ownWordsHeads).find((one) => text.startsWith(one));
  if (head === undefined) return null;
  const own = text.slice(head.length).trim();
  const tail = Object.values(neverAsked)
    .flatMap((line) => [`」（${line}）`, `”（${line}）`, `” (${line})`])
    .find((one) => own.endsWith(one));
  // What an earlier release sent has no end of its own.
  return tail === undefined ? own : own.slice(1, -tail.length);
}
