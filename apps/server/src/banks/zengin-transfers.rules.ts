import { minor, type Minor } from "@sanshi/money";

/**
 * The Zengin system's file of transfers (総合振込, kind 21): records of 120 places, a header, one record for each payment, a
 * trailer with number and total, an end. Source: 全国銀行協会 (Japanese Bankers Association), 全銀協制定ファイルフォーマット
 * 総合振込, as The Gunma Bank publishes it; digits are filled with zeros on the left, letters with blanks on the right.
 */
export type ZenginPayer = {
  /** Ten digits that the payer's bank gave. */
  code: string;
  /** In Zengin letters. */
  name: string;
  bank: { code: string; kana: string };
  branch: { code: string; kana: string };
  accountType: ZenginAccountType;
  accountNumber: string;
};

export type ZenginAccountType = "ordinary" | "current" | "savings";

export type ZenginPayment = {
  /** Comes back with the bank's answer; up to ten digits. */
  reference: bigint;
  /** How many files with this payment the bank refused before; comes back too, so that an answer to one of those is told. */
  refusedBefore: number;
  bank: { code: string; kana: string };
  branch: { code: string; kana: string };
  accountType: ZenginAccountType;
  accountNumber: string;
  /** In Zengin letters; what is beyond thirty is cut off, as banks do. */
  payee: string;
  /** Yen. */
  amount: Minor;
};

export const zenginAmountMax = 9_999_999_999n;
/** The trailer has twelve places for the sum. */
export const zenginTotalMax = 999_999_999_999n;

const accountTypes: Record<ZenginAccountType, string> = {
  ordinary: "1",
  current: "2",
  savings: "4",
};

const recordLength = 120;
/** By wire; the other kind, by letter, no bank offers any more. */
const byWire = "7";

/** `day` is the day of the transfer, `2026-12-01`. Each record ends with CR and LF, which the format allows. */
export function writeZenginTransfers(
  payer: ZenginPayer,
  payments: readonly ZenginPayment[],
  day: string,
): string {
  const header = [
    "1",
    "21",
    "0",
    digits(payer.code, 10),
    letters(payer.name, 40),
    day.slice(5, 7) + day.slice(8),
    digits(payer.bank.code, 4),
    letters(payer.bank.kana, 15),
    digits(payer.branch.code, 3),
    letters(payer.branch.kana, 15),
    accountTypes[payer.accountType],
    digits(payer.accountNumber, 7),
    letters("", 17),
  ];
  const total = payments.reduce((sum, { amount }) => sum + amount, 0n);
  const trailer = ["8", digits(payments.length, 6), digits(total, 12), letters("", 101)];
  const records = [header, ...payments.map(dataRecord), trailer, ["9", letters("", 119)]];
  return records.map((fields) => `${checked(fields.join(""))}\r\n`).join("");
}

function dataRecord(payment: ZenginPayment): string[] {
  return [
    "2",
    digits(payment.bank.code, 4),
    letters(payment.bank.kana, 15),
    digits(payment.branch.code, 3),
    letters(payment.branch.kana, 15),
    // The clearing house, which is not used.
    digits(0, 4),
    accountTypes[payment.accountType],
    digits(payment.accountNumber, 7),
    letters(payment.payee, 30),
    digits(payment.amount, 10),
    // Neither new nor changed.
    "0",
    // The customer's two codes.
    digits(payment.reference, 10),
    digits(payment.refusedBefore, 10),
    byWire,
    letters("", 8),
  ];
}

function digits(value: string | number | bigint, places: number): string {
  const text = String(value);
  if (text.length > places || !/^\d+$/.test(text))
    throw new Error(`${places} digits do not hold it`);
  return text.padStart(places, "0");
}

function letters(text: string, places: number): string {
  return text.slice(0, places).padEnd(places, " ");
}

function checked(record: string): string {
  if (record.length !== recordLength) throw new Error(`a record of ${record.length} places`);
  return record;
}

export type ZenginResult = {
  reference: bigint;
  refusedBefore: number;
  bankCode: string;
  branchCode: string;
  accountNumber: string;
  amount: Minor;
  /** Null where it was paid; else the bank's code of the reason. */
  returned: string | null;
};

/** Which record is wrong, from 1, and what of it. */
export type ZenginFault = {
  line: number;
  fault: "records" | "record_kind" | "amount" | "result" | "totals";
};

/**
 * The bank's answer: the file's own records, each with a result in place 112, where the request has 7. The system has no
 * layout of its own for what became of transfers; this is its layout for what became of debits (預金口座振替結果), which banks
 * publish: 0 done, another digit the reason why not, and both counted in the trailer.
 */
export function readZenginAnswer(
  text: string,
): { ok: true; payerCode: string; results: ZenginResult[] } | ({ ok: false } & ZenginFault) {
  const records = recordsOf(text);
  const [header, ...rest] = records;
  const [trailer, end] = rest.slice(-2);
  const wrong = records.findIndex((record) => record.length !== recordLength);
  if (wrong !== -1) return { ok: false, line: wrong + 1, fault: "records" };
  if (header?.startsWith("121") !== true) return { ok: false, line: 1, fault: "record_kind" };
  if (trailer?.startsWith("8") !== true || end?.startsWith("9") !== true) {
    return { ok: false, line: records.length, fault: "record_kind" };
  }
  const results: ZenginResult[] = [];
  for (const [index, record] of rest.slice(0, -2).entries()) {
    const read = readResult(record);
    if (typeof read === "string") return { ok: false, line: index + 2, fault: read };
    results.push(read);
  }
  if (!isTrailerOf(trailer, results))
    return { ok: false, line: records.length - 1, fault: "totals" };
  return { ok: true, payerCode: header.slice(4, 14), results };
}

function recordsOf(text: string): string[] {
  // Old systems write this sign at a file's end.
  // oxlint-disable-next-line no-control-regex
  const clean = text.replace(/[\u001a\r\n]+$/, "");
  if (/[\r\n]/.test(clean)) return clean.split(/\r\n|\r|\n/);
  return clean.match(new RegExp(`.{1,${recordLength}}`, "gu")) ?? [];
}

function readResult(record: string): ZenginResult | ZenginFault["fault"] {
  if (!record.startsWith("2")) return "record_kind";
  const place = (from: number, to: number) => record.slice(from - 1, to);
  const [amount, reference, result] = [place(81, 90), place(92, 101), place(112, 112)];
  const refusedBefore = place(102, 111);
  if (![amount, reference, refusedBefore].every((one) => /^\d{10}$/.test(one))) return "amount";
  // A request that nobody answered has its 7 there still.
  if (!/^[0-689]$/.test(result)) return "result";
  return {
    reference: BigInt(reference),
    refusedBefore: Number(refusedBefore),
    bankCode: place(2, 5),
    branchCode: place(21, 23),
    accountNumber: place(44, 50),
    amount: minor(BigInt(amount)),
    returned: result === "0" ? null : result,
  };
}

/** Number and total of all, then of what was paid and of what was returned. */
function isTrailerOf(trailer: string, results: readonly ZenginResult[]): boolean {
  const paid = results.filter(({ returned }) => returned === null);
  const returned = results.filter((one) => one.returned !== null);
  if (!/^8\d{54}/.test(trailer)) return false;
  return [results, paid, returned].every((some, index) => {
    const from = 1 + 18 * index;
    const total = some.reduce((sum, { amount }) => sum + amount, 0n);
    return (
      Number(trailer.slice(from, from + 6)) === some.length &&
      BigInt(trailer.slice(from + 6, from + 18)) === total
    );
  });
}
