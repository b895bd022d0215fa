import { createRequire } from "node:module";
import type { Element } from "@xmldom/xmldom";

/** One entry of a bank's statement as its file has it; nothing of it is checked yet. */
export type StatementEntry = {
  /** The bank's own name of the movement. */
  bankId: string;
  bookedOn: string;
  currency: string;
  /** Decimal; what went out begins with a minus. */
  amount: string;
  reference: string;
  counterparty: string;
  /** The end-to-end names and the reasons (ISO's ExternalReturnReason1Code, or "reversed") of payments that came back. */
  returns: readonly { endToEndId: string; reason: string }[];
};

/** The parser makes its expressions when it is loaded: that takes longer than reading a statement, and no start waits for it. */
const load = createRequire(import.meta.url);

/** The versions of BankToCustomerStatement that are read: 08 is the one that goes with pain.001.001.09, 02 was before. */
const namespaces = /^urn:iso:std:iso:20022:tech:xsd:camt\.053\.001\.(?:02|04|06|08|10)$/;

/** A statement declares a few; the parser copies them for each element inside, for seconds where there are thousands. */
const namespacesMax = 100;

export function isXml(text: string): boolean {
  return text.trimStart().startsWith("<");
}

/**
 * Reads an ISO 20022 statement (camt.053.001.08): its booked entries, each payment of a collected entry by itself where their
 * amounts are its sum. Null where the text is no such statement. What a document type declares is never read.
 */
export function readAccountStatement(text: string): StatementEntry[] | null {
  if (/<!DOCTYPE/i.test(text)) return null;
  if ((text.match(/xmlns/g)?.length ?? 0) > namespacesMax) return null;
  try {
    const onError = (level: string, message: string) => {
      if (level !== "warning") throw new Error(message);
    };
    const { DOMParser } = load("@xmldom/xmldom") as typeof import("@xmldom/xmldom");
    const parser = new DOMParser({ onError });
    return entriesOf(parser.parseFromString(text.trimStart(), "text/xml").documentElement);
  } catch {
    // It is broken.
    return null;
  }
}

function entriesOf(root: Element | null): StatementEntry[] | null {
  if (root === null || !namespaces.test(root.namespaceURI ?? "")) return null;
  const statements = at(root, "BkToCstmrStmt").flatMap((message) => at(message, "Stmt"));
  if (statements.length === 0) return null;
  return statements.flatMap((statement) => {
    const name = textAt(statement, "Id");
    return at(statement, "Ntry").flatMap((entry, index) =>
      ["BOOK", ""].includes(textAt(entry, "Sts", "Cd") || ownText(entry, "Sts"))
        ? // An entry's own number begins anew with each statement.
          entryLines(entry, `${name}/${textAt(entry, "NtryRef") || index + 1}`)
        : [],
    );
  });
}

function entryLines(entry: Element, nameInStatement: string): StatementEntry[] {
  const name = textAt(entry, "AcctSvcrRef") || nameInStatement;
  const booked = textAt(entry, "BookgDt", "Dt") || textAt(entry, "BookgDt", "DtTm");
  const details = at(entry, "NtryDtls").flatMap((one) => at(one, "TxDtls"));
  const whole = amountOf(entry, isDebit(entry));
  const amounts = details.map((one) =>
    amountOf(one, at(one, "CdtDbtInd").length === 0 ? isDebit(entry) : isDebit(one)),
  );
  const isSplit = details.length > 1 && isSum(whole, amounts);
  const isReversal = textAt(entry, "RvslInd") === "true" || textAt(entry, "RvslInd") === "1";
  const lines = isSplit ? details.map((one) => [one]) : [details];
  return lines.map((said, index) => ({
    bankId: isSplit ? textAt(said[0], "Refs", "AcctSvcrRef") || `${name}/${index + 1}` : name,
    // A day may carry its time or its zone.
    bookedOn: booked.slice(0, 10),
    ...(isSplit ? (amounts[index] ?? whole) : whole),
    ...saidOf(said[0], isDebit(entry)),
    returns: said.flatMap((one) => returnOf(one, { entry, isReversal })),
  }));
}

type SignedAmount = Pick<StatementEntry, "currency" | "amount">;

/** A payment's amount stands in its details until version 02, and beside them from then on. */
function amountOf(part: Element, isOut: boolean): SignedAmount {
  const [own] = at(part, "Amt");
  const [inDetails] = at(part, "AmtDtls")
    .flatMap((one) => at(one, "TxAmt"))
    .flatMap((one) => at(one, "Amt"));
  const amount = own ?? inDetails;
  return {
    currency: amount?.getAttribute("Ccy") ?? "",
    amount: `${isOut ? "-" : ""}${amount?.textContent?.trim() ?? ""}`,
  };
}

/** Whether parts are the whole: what was instructed in another currency, or before a fee, is not what was booked. */
function isSum(whole: SignedAmount, parts: readonly SignedAmount[]): boolean {
  const amounts = [whole, ...parts].map(({ amount }) => hundredThousandths(amount));
  const [total, ...others] = amounts;
  return (
    parts.every(({ currency }) => currency === whole.currency) &&
    others.reduce<bigint | null>(
      (sum, one) => (sum === null || one === null ? null : sum + one),
      0n,
    ) === total
  );
}

/** The schema allows five decimals; null where it is no amount. */
function hundredThousandths(amount: string): bigint | null {
  const [, sign, whole = "", rest = ""] = /^(-?)(\d+)(?:\.(\d{0,5}))?$/.exec(amount) ?? [];
  if (sign === undefined) return null;
  const value = BigInt(whole + rest.padEnd(5, "0"));
  return sign === "-" ? -value : value;
}

function isDebit(part: Element): boolean {
  return textAt(part, "CdtDbtInd") === "DBIT";
}

/** What came in with a reason of return, or as the reversal of a debit, under the payment's own name. */
function returnOf(
  detail: Element,
  { entry, isReversal }: { entry: Element; isReversal: boolean },
): StatementEntry["returns"] {
  const endToEndId = textAt(detail, "Refs", "EndToEndId");
  const reason = reasonOf(detail) || (isReversal ? "reversed" : "");
  const isOut = isDebit(at(detail, "CdtDbtInd").length === 0 ? entry : detail);
  return isOut || reason === "" || endToEndId === "" ? [] : [{ endToEndId, reason }];
}

function reasonOf(detail: Element): string {
  return textAt(detail, "RtrInf", "Rsn", "Cd") || textAt(detail, "RtrInf", "Rsn", "Prtry");
}

function saidOf(
  detail: Element | undefined,
  isOut: boolean,
): Pick<StatementEntry, "reference" | "counterparty"> {
  if (detail === undefined) return { reference: "", counterparty: "" };
  const endToEndId = textAt(detail, "Refs", "EndToEndId");
  const said = at(detail, "RmtInf")
    .flatMap((one) => at(one, "Ustrd"))
    .map((one) => one.textContent);
  const party = isOut ? "Cdtr" : "Dbtr";
  return {
    // The same name stands in both, where a payment of ours has it.
    reference: [
      ...new Set([endToEndId === "NOTPROVIDED" ? "" : endToEndId, ...said, reasonOf(detail)]),
    ]
      .filter((part) => part !== null && part !== "")
      .join(" ")
      .replaceAll(/\s+/g, " "),
    counterparty: (
      textAt(detail, "RltdPties", party, "Pty", "Nm") || textAt(detail, "RltdPties", party, "Nm")
    ).replaceAll(/\s+/g, " "),
  };
}

function at(parent: Element, name: string): Element[] {
  return [...parent.childNodes].filter(
    (node): node is Element => node.nodeType === 1 && (node as Element).localName === name,
  );
}

function textAt(parent: Element | undefined, ...path: readonly string[]): string {
  let found = parent;
  for (const name of path) found = found === undefined ? undefined : at(found, name)[0];
  return found?.textContent?.trim() ?? "";
}

/** Version 02 has the state as text. */
function ownText(parent: Element, name: string): string {
  const [found] = at(parent, name);
  return found !== undefined && at(found, "Cd").length === 0
    ? (found.textContent?.trim() ?? "")
    : "";
}
