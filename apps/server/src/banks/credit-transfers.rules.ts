import { formatMinor, type Currency, type Minor } from "@sanshi/money";

/**
 * ISO 20022 CustomerCreditTransferInitiation, pain.001.001.09: the version that the European
 * Payments Council's guidelines name since March 2024, and that banks take beside it. Elements stand in the order of the schema.
 */
export type CreditTransferPayer = {
  name: string;
  /** A BIC of 8 or 11 letters. */
  bic: string;
  /** An IBAN, or a number of another kind. */
  account: string;
};

export type CreditTransfer = {
  /** Comes back on the bank's statement; at most 35 letters. */
  endToEndId: string;
  amount: Minor;
  payee: string;
  /** ISO 3166. */
  country: string;
  bankName: string;
  /** A BIC, a number of a national clearing system, or what the customer knows of the branch. */
  bankCode: string;
  account: string;
};

export type CreditTransferFile = {
  messageId: string;
  /** Milliseconds since the epoch. */
  madeAt: number;
  /** The day on which the bank is to pay. */
  day: string;
  currency: Currency;
  payer: CreditTransferPayer;
  transfers: readonly CreditTransfer[];
};

/** Of the sum in minor units, which the schema (DecimalNumber) gives 18 digits. */
export const creditTransferTotalMax = 999_999_999_999_999_999n;

/** The schema has room for 140 letters; the European Payments Council's guidelines, and banks by them, take 70. */
const nameMax = 70;

export const creditTransferNamespace = "urn:iso:std:iso:20022:tech:xsd:pain.001.001.09";

/** National clearing systems by country: the code of the system (ISO 20022 ExternalClearingSystemIdentification1Code). */
const clearingSystems: Record<string, { code: string; number: RegExp }> = {
  US: { code: "USABA", number: /^\d{9}$/ },
  CN: { code: "CNAPS", number: /^\d{12}$/ },
  HK: { code: "HKNCC", number: /^\d{3}$/ },
  JP: { code: "JPZGN", number: /^\d{7}$/ },
  GB: { code: "GBDSC", number: /^\d{6}$/ },
};

export function writeCreditTransfers(file: CreditTransferFile): string {
  const { payer, transfers, currency } = file;
  const total = transfers.reduce((sum, { amount }) => sum + amount, 0n);
  const counted =
    element("NbOfTxs", String(transfers.length)) +
    element("CtrlSum", formatMinor(total as Minor, currency));
  const header =
    element("MsgId", file.messageId) +
    element("CreDtTm", new Date(file.madeAt).toISOString().replace(/\.\d+Z$/, "Z")) +
    counted +
    parent("InitgPty", element("Nm", cut(payer.name, nameMax)));
  const payment =
    element("PmtInfId", `${file.messageId}-1`) +
    element("PmtMtd", "TRF") +
    counted +
    parent("ReqdExctnDt", element("Dt", file.day)) +
    parent("Dbtr", element("Nm", cut(payer.name, nameMax))) +
    parent("DbtrAcct", accountId(payer.account) + element("Ccy", currency)) +
    parent("DbtrAgt", parent("FinInstnId", element("BICFI", payer.bic))) +
    element("ChrgBr", "SHAR") +
    transfers.map((transfer) => parent("CdtTrfTxInf", transferOf(transfer, currency))).join("");
  return (
    `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="${creditTransferNamespace}">` +
    parent("CstmrCdtTrfInitn", parent("GrpHdr", header) + parent("PmtInf", payment)) +
    "</Document>\n"
  );
}

function transferOf(transfer: CreditTransfer, currency: Currency): string {
  return (
    parent("PmtId", element("EndToEndId", transfer.endToEndId)) +
    parent(
      "Amt",
      `<InstdAmt Ccy="${currency}">${formatMinor(transfer.amount, currency)}</InstdAmt>`,
    ) +
    parent("CdtrAgt", parent("FinInstnId", bankOf(transfer))) +
    parent(
      "Cdtr",
      element("Nm", cut(transfer.payee, nameMax)) +
        parent("PstlAdr", element("Ctry", transfer.country)),
    ) +
    parent("CdtrAcct", accountId(transfer.account)) +
    parent("RmtInf", element("Ustrd", transfer.endToEndId))
  );
}

function bankOf({ bankCode, bankName, country }: CreditTransfer): string {
  if (isBic(bankCode)) return element("BICFI", bankCode);
  const system = clearingSystems[country];
  const named = element("Nm", cut(bankName, nameMax));
  if (system?.number.test(bankCode) === true) {
    const number = parent("ClrSysId", element("Cd", system.code)) + element("MmbId", bankCode);
    return parent("ClrSysMmbId", number) + named;
  }
  return named + (bankCode === "" ? "" : parent("Othr", element("Id", cut(bankCode, 35))));
}

export function isBic(text: string): boolean {
  return /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/.test(text);
}

/** By ISO 13616: the rest of a division by 97 is 1. */
export function isIban(text: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{10,30}$/.test(text)) return false;
  const turned = text.slice(4) + text.slice(0, 4);
  const number = turned.replaceAll(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  return BigInt(number) % 97n === 1n;
}

function accountId(account: string): string {
  return parent(
    "Id",
    isIban(account) ? element("IBAN", account) : parent("Othr", element("Id", cut(account, 34))),
  );
}

function parent(name: string, inside: string): string {
  return `<${name}>${inside}</${name}>`;
}

function element(name: string, text: string): string {
  return `<${name}>${escaped(text)}</${name}>`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

function cut(text: string, lettersMax: number): string {
  return [...text].slice(0, lettersMax).join("");
}
