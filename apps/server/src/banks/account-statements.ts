import { DOMParser, type Element } from "@xmldom/xmldom";

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
  /** The end-to-end name and the reason (ISO's ExternalReturnReason1Code) of a payment that came back. */
  returned: { endToEndId: string; reason: string } | null;
};

/** The versions of BankToCustomerStatement that are read: 08 is the one that goes with pain.001.001.09, 02 was before. */
const namespaces = /^urn:iso:std:iso:20022:tech:xsd:camt\.053\.001\.(?:02|04|06|08|10)$/;

export function isXml(text: string): boolean {
  return text.trimStart().startsWith("<");
}

/**
 * Reads an ISO 20022 statement (camt.053.001.08): its booked entries, each payment of a collected entry by itself where the
 * payments have amounts. Null where the text is no such statement. What a document type declares is never read.
 */
export function readAccountStatement(text: string): StatementEntry[] | null {
  if (/<!DOCTYPE/i.test(text)) return null;
  try {
    const onError = (level: string, message: string) => {
      if (level !== "warning") throw new Error(message);
    };
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
  return statements
    .flatMap((statement) => at(statement, "Ntry"))
    .filter((entry) => ["BOOK", ""].includes(textAt(entry, "Sts", "Cd") || ownText(entry, "Sts")))
    .flatMap(entryLines);
}

function entryLines(entry: Element): StatementEntry[] {
  const name = textAt(entry, "AcctSvcrRef") || textAt(entry, "NtryRef");
  const booked = textAt(entry, "BookgDt", "Dt") || textAt(entry, "BookgDt", "DtTm").slice(0, 10);
  const isDebit = textAt(entry, "CdtDbtInd") === "DBIT";
  const details = at(entry, "NtryDtls").flatMap((one) => at(one, "TxDtls"));
  const isSplit = details.length > 1 && details.every((one) => at(one, "Amt").length === 1);
  const parts = isSplit ? details : [entry];
  return parts.map((part, index) => {
    const [amount] = at(part, "Amt");
    const detail = isSplit ? part : details[0];
    return {
      bankId: isSplit ? textAt(part, "Refs", "AcctSvcrRef") || `${name}/${index + 1}` : name,
      bookedOn: booked,
      currency: amount?.getAttribute("Ccy") ?? "",
      amount: `${isDebit ? "-" : ""}${amount?.textContent?.trim() ?? ""}`,
      ...saidOf(detail, isDebit),
    };
  });
}

function saidOf(
  detail: Element | undefined,
  isDebit: boolean,
): Pick<StatementEntry, "reference" | "counterparty" | "returned"> {
  if (detail === undefined) return { reference: "", counterparty: "", returned: null };
  const endToEndId = textAt(detail, "Refs", "EndToEndId");
  const reason = textAt(detail, "RtrInf", "Rsn", "Cd") || textAt(detail, "RtrInf", "Rsn", "Prtry");
  const said = at(detail, "RmtInf")
    .flatMap((one) => at(one, "Ustrd"))
    .map((one) => one.textContent);
  const party = isDebit ? "Cdtr" : "Dbtr";
  return {
    // The same name stands in both, where a payment of ours has it.
    reference: [...new Set([endToEndId === "NOTPROVIDED" ? "" : endToEndId, ...said, reason])]
      .filter((part) => part !== null && part !== "")
      .join(" "),
    counterparty:
      textAt(detail, "RltdPties", party, "Pty", "Nm") || textAt(detail, "RltdPties", party, "Nm"),
    returned: reason === "" || endToEndId === "" ? null : { endToEndId, reason },
  };
}

function at(parent: Element, name: string): Element[] {
  return [...parent.childNodes].filter(
    (node): node is Element => node.nodeType === 1 && (node as Element).localName === name,
  );
}

function textAt(parent: Element, ...path: readonly string[]): string {
  let found: Element | undefined = parent;
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
