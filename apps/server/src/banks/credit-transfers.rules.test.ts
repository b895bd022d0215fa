import { DOMParser, type Element } from "@xmldom/xmldom";
import { minor } from "@sanshi/money";
import { describe, expect, it } from "vitest";
import {
  creditTransferNamespace,
  isIban,
  writeCreditTransfers,
  type CreditTransferFile,
} from "./credit-transfers.rules.ts";

const transfer = {
  endToEndId: "W-00000012",
  amount: minor(123_450n),
  payee: "Ann O'Neil & <Co>",
  country: "US",
  bankName: "First Bank",
  bankCode: "021000021",
  account: "1234567890",
};
const file: CreditTransferFile = {
  messageId: "SANSHI-7",
  madeAt: Date.parse("2026-11-30T01:02:03.456Z"),
  day: "2026-12-01",
  currency: "USD",
  payer: { name: "Sanshi Securities", bic: "BOTKJPJT", account: "DE89370400440532013000" },
  transfers: [
    transfer,
    {
      ...transfer,
      endToEndId: "W-00000013",
      amount: minor(5n),
      bankCode: "CHASUS33",
      account: "DE89370400440532013000",
    },
    { ...transfer, endToEndId: "W-00000014", country: "TH", bankCode: "Main branch" },
  ],
};

/**
 * The sequences of pain.001.001.09's complex types, as far as we write them: children stand in this order, and those in
 * `required` are there. Source: the ISO 20022 message definition report of CustomerCreditTransferInitiationV09.
 */
const sequences: Record<string, { order: readonly string[]; required: readonly string[] }> = {
  CstmrCdtTrfInitn: { order: ["GrpHdr", "PmtInf"], required: ["GrpHdr", "PmtInf"] },
  GrpHdr: {
    order: ["MsgId", "CreDtTm", "Authstn", "NbOfTxs", "CtrlSum", "InitgPty", "FwdgAgt", "InitnSrc"],
    required: ["MsgId", "CreDtTm", "NbOfTxs", "InitgPty"],
  },
  PmtInf: {
    order: [
      ...["PmtInfId", "PmtMtd", "BtchBookg", "NbOfTxs", "CtrlSum", "PmtTpInf", "ReqdExctnDt"],
      ...["PoolgAdjstmntDt", "Dbtr", "DbtrAcct", "DbtrAgt", "DbtrAgtAcct", "InstrForDbtrAgt"],
      ...["UltmtDbtr", "ChrgBr", "ChrgsAcct", "ChrgsAcctAgt", "CdtTrfTxInf"],
    ],
    required: ["PmtInfId", "PmtMtd", "ReqdExctnDt", "Dbtr", "DbtrAcct", "DbtrAgt", "CdtTrfTxInf"],
  },
  CdtTrfTxInf: {
    order: [
      ...["PmtId", "PmtTpInf", "Amt", "XchgRateInf", "ChrgBr", "ChqInstr", "UltmtDbtr"],
      ...["IntrmyAgt1", "CdtrAgt", "CdtrAgtAcct", "Cdtr", "CdtrAcct", "UltmtCdtr"],
      ...[
        "InstrForCdtrAgt",
        "InstrForDbtrAgt",
        "Purp",
        "RgltryRptg",
        "Tax",
        "RltdRmtInf",
        "RmtInf",
      ],
    ],
    required: ["PmtId", "Amt"],
  },
  FinInstnId: { order: ["BICFI", "ClrSysMmbId", "LEI", "Nm", "PstlAdr", "Othr"], required: [] },
  ClrSysMmbId: { order: ["ClrSysId", "MmbId"], required: ["MmbId"] },
  DbtrAcct: { order: ["Id", "Tp", "Ccy", "Nm", "Prxy"], required: [] },
  CdtrAcct: { order: ["Id", "Tp", "Ccy", "Nm", "Prxy"], required: [] },
  Cdtr: { order: ["Nm", "PstlAdr", "Id", "CtryOfRes", "CtctDtls"], required: [] },
  PmtId: { order: ["InstrId", "EndToEndId", "UETR"], required: ["EndToEndId"] },
};

const root = () => {
  const document = new DOMParser().parseFromString(writeCreditTransfers(file), "text/xml");
  return document.documentElement as Element;
};
const all = (name: string) => [...root().getElementsByTagName(name)];
const texts = (name: string) => all(name).map(({ textContent }) => textContent);

describe("an ISO 20022 credit transfer, pain.001.001.09", () => {
  it("has each element where the schema has it, and all that it requires", () => {
    expect(root().namespaceURI).toBe(creditTransferNamespace);
    for (const [name, { order, required }] of Object.entries(sequences)) {
      for (const element of all(name)) {
        const children = [...element.childNodes].map(({ nodeName }) => nodeName);
        const places = children.map((child) => order.indexOf(child));
        expect(places, `${name}: ${children.join()}`).toEqual(places.toSorted((a, b) => a - b));
        expect(places).not.toContain(-1);
        expect(children).toEqual(expect.arrayContaining([...required]));
      }
    }
  });

  it("counts its payments and sums them in their currency, twice", () => {
    expect(texts("NbOfTxs")).toEqual(["3", "3"]);
    expect(texts("CtrlSum")).toEqual(["2469.05", "2469.05"]);
    expect(texts("InstdAmt")).toEqual(["1234.50", "0.05", "1234.50"]);
    expect(all("InstdAmt").map((one) => one.getAttribute("Ccy"))).toEqual(["USD", "USD", "USD"]);
    expect(texts("CreDtTm")).toEqual(["2026-11-30T01:02:03Z"]);
    expect(texts("Dt")).toEqual(["2026-12-01"]);
  });

  it("names banks by BIC, national number or name, and accounts by IBAN where they have one", () => {
    expect(texts("FinInstnId")).toEqual([
      "BOTKJPJT",
      "USABA021000021First Bank",
      "CHASUS33",
      "First BankMain branch",
    ]);
    expect(texts("IBAN")).toEqual(["DE89370400440532013000", "DE89370400440532013000"]);
    expect(isIban("DE88370400440532013000")).toBe(false);
    expect(isIban("1234567890")).toBe(false);
  });

  it("has no name longer than the 70 letters that banks take", () => {
    const written = writeCreditTransfers({
      ...file,
      payer: { ...file.payer, name: "a".repeat(140) },
      transfers: [{ ...transfer, payee: "𠮷".repeat(71), bankName: "b".repeat(71) }],
    });
    const names = [...written.matchAll(/<Nm>(.*?)<\/Nm>/g)].map(
      ([, name = ""]) => [...name].length,
    );
    expect(names).toEqual([70, 70, 70, 70]);
  });

  it("keeps what is written as text, whatever signs it has", () => {
    expect(texts("Cdtr")[0]).toBe("Ann O'Neil & <Co>US");
    expect(texts("EndToEndId")).toEqual(["W-00000012", "W-00000013", "W-00000014"]);
  });
});
