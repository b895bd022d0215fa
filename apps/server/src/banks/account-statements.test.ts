import { describe, expect, it } from "vitest";
import { readAccountStatement } from "./account-statements.ts";

const entry = (inside: string, state = "<Sts><Cd>BOOK</Cd></Sts>") =>
  `<Ntry><NtryRef>1</NtryRef>${inside.replace("</CdtDbtInd>", `</CdtDbtInd>${state}`)}</Ntry>`;
const statement = (entries: string, version = "08") =>
  `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}"><BkToCstmrStmt>
<GrpHdr><MsgId>M</MsgId><CreDtTm>2026-12-02T00:00:00Z</CreDtTm></GrpHdr>
<Stmt><Id>S</Id><Acct><Id><IBAN>DE89370400440532013000</IBAN></Id></Acct>${entries}</Stmt>
</BkToCstmrStmt></Document>`;
const paid = `<Amt Ccy="USD">12.50</Amt><CdtDbtInd>DBIT</CdtDbtInd>
  <BookgDt><Dt>2026-12-01</Dt></BookgDt><AcctSvcrRef>BANK-1</AcctSvcrRef>
  <NtryDtls><TxDtls><Refs><EndToEndId>W-00000012</EndToEndId></Refs>
  <RltdPties><Cdtr><Pty><Nm>Ann &amp; Co</Nm></Pty></Cdtr></RltdPties>
  <RmtInf><Ustrd>W-00000012</Ustrd><Ustrd>thanks</Ustrd></RmtInf></TxDtls></NtryDtls>`;

describe("an ISO 20022 statement, camt.053.001.08", () => {
  it("has its booked entries read, with whom and what for", () => {
    expect(readAccountStatement(statement(entry(paid)))).toEqual([
      {
        bankId: "BANK-1",
        bookedOn: "2026-12-01",
        currency: "USD",
        amount: "-12.50",
        reference: "W-00000012 thanks",
        counterparty: "Ann & Co",
        returns: [],
      },
    ]);
  });

  it("has no entry that is pending", () => {
    expect(readAccountStatement(statement(entry(paid, "<Sts><Cd>PDNG</Cd></Sts>")))).toEqual([]);
    expect(readAccountStatement(statement(entry(paid, "<Sts>BOOK</Sts>"), "02"))).toHaveLength(1);
  });

  it("has the payments of a collected entry one by one, where they have amounts", () => {
    const one = (name: string, amount: string) =>
      `<TxDtls><Refs><EndToEndId>${name}</EndToEndId></Refs><Amt Ccy="USD">${amount}</Amt></TxDtls>`;
    const collected = `<Amt Ccy="USD">30</Amt><CdtDbtInd>DBIT</CdtDbtInd>
      <BookgDt><DtTm>2026-12-01T09:00:00Z</DtTm></BookgDt><AcctSvcrRef>B</AcctSvcrRef>
      <NtryDtls>${one("W-00000001", "10")}${one("W-00000002", "20")}</NtryDtls>`;
    const found = readAccountStatement(statement(entry(collected)));
    expect(
      found?.map(({ bankId, amount, reference, bookedOn }) => [
        bankId,
        amount,
        reference,
        bookedOn,
      ]),
    ).toEqual([
      ["B/1", "-10", "W-00000001", "2026-12-01"],
      ["B/2", "-20", "W-00000002", "2026-12-01"],
    ]);
  });

  it("says of a payment that came back which one, and why", () => {
    const back = `<Amt Ccy="USD">12.50</Amt><CdtDbtInd>CRDT</CdtDbtInd>
      <BookgDt><Dt>2026-12-02</Dt></BookgDt><AcctSvcrRef>BANK-2</AcctSvcrRef>
      <NtryDtls><TxDtls><Refs><EndToEndId>W-00000012</EndToEndId></Refs>
      <RtrInf><Rsn><Cd>AC01</Cd></Rsn></RtrInf></TxDtls></NtryDtls>`;
    expect(readAccountStatement(statement(entry(back)))?.[0]).toMatchObject({
      amount: "12.50",
      reference: "W-00000012 AC01",
      returns: [{ endToEndId: "W-00000012", reason: "AC01" }],
    });
  });

  it("has a collected entry of version 02 split, and one left whole whose payments are not its sum", () => {
    const one = (name: string, amount: string, currency: string) => `<TxDtls><Refs>
      <EndToEndId>${name}</EndToEndId></Refs><AmtDtls><TxAmt><Amt Ccy="${currency}">${amount}</Amt>
      </TxAmt></AmtDtls></TxDtls>`;
    const collected = (...parts: string[]) =>
      readAccountStatement(
        statement(
          entry(`<Amt Ccy="USD">30.5</Amt><CdtDbtInd>DBIT</CdtDbtInd>
            <BookgDt><Dt>2026-12-01+09:00</Dt></BookgDt><AcctSvcrRef>B</AcctSvcrRef>
            <NtryDtls>${parts.join("")}</NtryDtls>`),
          "02",
        ),
      )?.map(({ amount, bookedOn }) => [amount, bookedOn]);
    const day = "2026-12-01";
    expect(collected(one("W-1", "10.50", "USD"), one("W-2", "20", "USD"))).toEqual([
      ["-10.50", day],
      ["-20", day],
    ]);
    expect(collected(one("W-1", "10", "USD"), one("W-2", "20", "USD"))).toEqual([["-30.5", day]]);
    expect(collected(one("W-1", "10.5", "EUR"), one("W-2", "20", "USD"))).toEqual([["-30.5", day]]);
  });

  it("names entries that the bank does not by their statement, and keeps each text in a line", () => {
    const unnamed = paid
      .replace("<AcctSvcrRef>BANK-1</AcctSvcrRef>", "")
      .replace("thanks", "a\n\t b");
    const both = statement(
      `${entry(unnamed)}${entry(unnamed).replace("<NtryRef>1</NtryRef>", "")}`,
    );
    expect(readAccountStatement(both)).toMatchObject([
      { bankId: "S/1", reference: "W-00000012 a b" },
      { bankId: "S/2" },
    ]);
  });

  it("has a reversed debit as a payment that came back, and each of a collected return", () => {
    const reversed = (side: string) =>
      statement(
        entry(paid.replace("DBIT</CdtDbtInd>", `${side}</CdtDbtInd><RvslInd>true</RvslInd>`)),
      );
    expect(readAccountStatement(reversed("CRDT"))?.[0]?.returns).toEqual([
      { endToEndId: "W-00000012", reason: "reversed" },
    ]);
    // A reversed credit is no payment of ours.
    expect(readAccountStatement(reversed("DBIT"))?.[0]?.returns).toEqual([]);
    const one = (name: string) => `<TxDtls><Refs><EndToEndId>${name}</EndToEndId></Refs>
      <RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf></TxDtls>`;
    const collected = `<Amt Ccy="USD">30</Amt><CdtDbtInd>CRDT</CdtDbtInd>
      <BookgDt><Dt>2026-12-01</Dt></BookgDt><AcctSvcrRef>B</AcctSvcrRef>
      <NtryDtls>${one("W-00000001")}${one("W-00000002")}</NtryDtls>`;
    const [line, ...more] = readAccountStatement(statement(entry(collected))) ?? [];
    expect([line?.amount, more]).toEqual(["30", []]);
    expect(line?.returns.map(({ endToEndId }) => endToEndId)).toEqual(["W-00000001", "W-00000002"]);
  });

  it.each([
    ["one of more names than any", statement(`<a xmlns:b="c"/>`.repeat(101))],
    ["a broken text", statement(entry(paid)).slice(0, -20)],
    ["another message", statement(entry(paid)).replace("camt.053", "camt.052")],
    ["no XML", "<<<"],
    ["one without a statement", statement("").replaceAll("Stmt>", "Other>")],
    [
      "one that declares its own names",
      statement(entry(paid)).replace("<Document", '<!DOCTYPE d [<!ENTITY a "b">]><Document'),
    ],
  ])("is not %s", (_what, text) => expect(readAccountStatement(text)).toBeNull());
});
