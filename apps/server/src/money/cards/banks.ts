import type { Bank, BankBranch } from "@sanshi/contract";
import zenginPackage from "zengin-code/package.json" with { type: "json" };
import { foldRomaji } from "../verification/verification.ts";
import { listedBanks, type Listed } from "./bank-list.ts";
import { translatedBankNames } from "./bank-names.rules.ts";
import {
  bankNameOf,
  formOfName,
  otherSpellings,
  searchOrder,
  withoutKind,
} from "./bank-words.rules.ts";
import { formerBanks, type FormerBank } from "./former-banks.rules.ts";

/** Bounds of an answer: nobody is sent the whole list. */
const foundMax = 20;

/** The day on which the list was taken from Zengin-Net's, as its version has it. */
export const bankListedOn: string = zenginPackage.version.replace(
  /^.*-p(\d{4})(\d\d)(\d\d)$/,
  "$1-$2-$3",
);

type Found<Row> = { row: Row; keys: readonly string[] };

const formersByToday = Map.groupBy(formerBanks, ({ today }) => today);

let banks: ReadonlyMap<string, Bank> | undefined;

function allBanks(): ReadonlyMap<string, Bank> {
  banks ??= new Map(
    listedBanks()
      .values()
      .map(({ code, name, kana }): [string, Bank] => {
        const jp = bankNameOf(code, name);
        const { cn, us } = translatedBankNames.get(code) ?? { cn: jp, us: jp };
        const formers = formersByToday.get(code) ?? [];
        const formerly = formers.map((former) => ({ code: former.code, name: former.name }));
        return [code, { code, names: { jp, cn, us }, kana: formOfKana(kana), formerly }];
      }),
  );
  return banks;
}

/** Keys of all banks, made by the first search. */
let bankKeys: readonly Found<Bank>[] | undefined;
const branchKeys = new Map<string, readonly Found<BankBranch>[]>();

/**
 * The banks, at most twenty: by the beginning of the code, or by any part of a name, a former name or a reading,
 * in kana, characters or Latin letters. The first by code without a word.
 */
export function findBanks(typed: string): readonly Bank[] {
  bankKeys ??= [...allBanks().values()].map((row) => ({
    row,
    keys: [...Object.values(row.names), ...row.formerly.map(({ name }) => name)]
      .flatMap((name) => [formOfName(name), foldRomaji(withoutKind(name))])
      .concat(keysOfReading(row.kana, romaOf(listedBanks().get(row.code)?.roma ?? ""))),
  }));
  const byFormerCode = formerBanks.find(({ code }) => code === typed.trim());
  const former = byFormerCode === undefined ? undefined : allBanks().get(byFormerCode.today);
  let found = search(bankKeys, typed);
  // らくてん銀行 mixes kana with characters, as no name does.
  for (const spelling of otherSpellings(typed)) {
    if (found.length > 0) break;
    found = search(bankKeys, spelling);
  }
  return former === undefined || found.includes(former) ? found : [former, ...found];
}

/** A bank's branches, at most twenty, found as banks are; none for a code of no bank. */
export function findBranches(bankCode: string, typed: string): readonly BankBranch[] {
  let keys = branchKeys.get(bankCode);
  if (keys === undefined) {
    const branches = listedBanks().get(bankCode)?.branches() ?? [];
    keys = branches.map((branch) => ({
      row: shown(branch),
      keys: [formOfName(branch.name), ...keysOfReading(branch.kana, romaOf(branch.roma))],
    }));
    if (keys.length > 0) branchKeys.set(bankCode, keys);
  }
  return search(keys, typed);
}

export function bankOfCode(code: string): Bank | undefined {
  return allBanks().get(code);
}

/** By one of its whole names, with or without the word for a bank; a former name is no name of today's. */
export function bankOfName(name: string): Bank | undefined {
  const word = formOfName(withoutKind(name));
  if (word === "") return undefined;
  return allBanks()
    .values()
    .find(({ names, kana }) =>
      [...Object.values(names), kana].some((known) => formOfName(withoutKind(known)) === word),
    );
}

export function branchOfCode(bankCode: string, code: string): BankBranch | undefined {
  const branch = listedBanks().get(bankCode)?.branch(code);
  return branch === undefined ? undefined : shown(branch);
}

/** What became of a bank that the list no longer has, by its code or its whole name. */
export function formerBankOf(code: string, name: string): FormerBank | undefined {
  const word = formOfName(withoutKind(name));
  return formerBanks.find((former) =>
    code === ""
      ? formOfName(withoutKind(former.name)) === word
      : former.code === code && !allBanks().has(code),
  );
}

function search<Row extends { code: string }>(all: readonly Found<Row>[], typed: string): Row[] {
  // What is pasted may have letters that nobody sees.
  const text = typed
    .normalize("NFKC")
    .replaceAll(/\p{Cf}/gu, "")
    .trim();
  const form = formOfName(text);
  if (form === "") return all.slice(0, foundMax).map(({ row }) => row);
  const latin = /^[\p{Script=Latin}\p{M}\s.&'’-]+$/u.test(text)
    ? foldRomaji(withoutKind(text))
    : "";
  return all
    .flatMap(({ row, keys }) => {
      const order = searchOrder(row.code, keys, { form, latin });
      return order === null ? [] : [{ row, order }];
    })
    .toSorted((one, other) => one.order - other.order)
    .slice(0, foundMax)
    .map(({ row }) => row);
}

function shown({ code, name, kana }: Listed): BankBranch {
  return { code, name: name.normalize("NFKC"), kana: formOfKana(kana) };
}

/** The list writes a long vowel as a full-width minus. */
function formOfKana(kana: string): string {
  return kana.normalize("NFKC").replaceAll("-", "ー");
}

function keysOfReading(kana: string, readings: readonly string[]): string[] {
  return [formOfName(kana), `${formOfName(kana)}${formOfName("ギンコウ")}`, ...readings];
}

/** The list's Latin letters come from kana without small letters: hotsukaidou is Hokkaido. */
function romaOf(roma: string): string[] {
  return [roma, roma.replaceAll(/tsu(?=[kstpc])([kstpc])/g, "$1$1")].map(foldRomaji);
}
