import { toKatakana, type Bank } from "@sanshi/contract";
import { japaneseBanks } from "./japanese-banks.rules.ts";

/** Found by the beginning of the code, or by any part of a name or its reading; all of them without a word. */
export function findBanks(typed: string): readonly Bank[] {
  const word = plain(typed);
  if (word === "") return japaneseBanks;
  const reading = toKatakana(typed.normalize("NFKC"));
  return japaneseBanks.filter(
    ({ code, names, kana }) =>
      code.startsWith(word) ||
      Object.values(names).some((name) => plain(name).includes(word)) ||
      (reading !== "" && kana.includes(reading)),
  );
}

export function bankOfCode(code: string): Bank | undefined {
  return japaneseBanks.find((bank) => bank.code === code);
}

/** By one of its whole names, with or without the word for a bank. */
export function bankOfName(name: string): Bank | undefined {
  const word = withoutKind(plain(name));
  return japaneseBanks.find(({ names }) =>
    Object.values(names).some((known) => withoutKind(plain(known)) === word),
  );
}

function plain(text: string): string {
  return text.normalize("NFKC").toLowerCase().replaceAll(/\s+/g, "");
}

function withoutKind(name: string): string {
  return name.replace(/^the/, "").replace(/(?:銀行|银行|bank)$/, "");
}
