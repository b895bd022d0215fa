#!/bin/sh
# camt-parser says that it reads camt.053.001.08, of money that came in it keeps neither who paid (RltdPties/Dbtr) nor
# what they wrote (RmtInf/Ustrd), nor what each payment of a batch was worth (TxDtls/Amt): what deposits are matched by.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --save-exact camt-parser@1.1.0 >/dev/null
cat >run.mjs <<'JS'
import { parseCamt053 } from "camt-parser";

console.log("camt-parser 1.1.0");
const payment = (number, amount) => `<TxDtls><Refs><EndToEndId>E${number}</EndToEndId></Refs>
<Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd>
<RltdPties><Dbtr><Pty><Nm>Payer ${number}</Nm></Pty></Dbtr></RltdPties>
<RmtInf><Ustrd>Deposit ${number}</Ustrd></RmtInf></TxDtls>`;
const document = await parseCamt053(`<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt>
<GrpHdr><MsgId>M</MsgId><CreDtTm>2026-11-28T00:18:37</CreDtTm></GrpHdr>
<Stmt><Id>S</Id><CreDtTm>2026-11-28T00:18:37</CreDtTm>
<FrToDt><FrDtTm>2026-11-27T00:00:00</FrDtTm><ToDtTm>2026-11-27T23:59:59</ToDtTm></FrToDt>
<Acct><Id><IBAN>DE89370400440532013000</IBAN></Id><Ccy>EUR</Ccy><Ownr><Nm>Example</Nm></Ownr>
<Svcr><FinInstnId><BICFI>DEUTDEFF</BICFI></FinInstnId></Svcr></Acct>
<Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">30.00</Amt><CdtDbtInd>CRDT</CdtDbtInd>
<Dt><Dt>2026-11-27</Dt></Dt></Bal>
<Ntry><NtryRef>1</NtryRef><Amt Ccy="EUR">30.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>
<BookgDt><Dt>2026-11-27</Dt></BookgDt><ValDt><Dt>2026-11-27</Dt></ValDt>
<BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>RCDT</Cd><SubFmlyCd>ESCT</SubFmlyCd></Fmly></Domn></BkTxCd>
<NtryDtls><Btch><NbOfTxs>2</NbOfTxs></Btch>${payment(1, "10.00")}${payment(2, "20.00")}</NtryDtls></Ntry>
</Stmt></BkToCstmrStmt></Document>`);
const [entry] = document.statements[0].transactions;
const kept = JSON.stringify(entry);
console.log("of the entry and its two payments:", kept);
// What is looked for, whether one guesses that it is kept, whether it was.
const cases = [
  ["the entry's amount", '"30.00"', true],
  ["each payment's reference", '"E2"', true],
  ["each payment's payer", "Payer 2", false],
  ["each payment's text", "Deposit 2", false],
  ["each payment's amount", '"20.00"', false],
];
let changed = entry.details.length !== 2;
for (const [what, text, known] of cases) {
  const seen = kept.includes(text);
  console.log(`${what}: guess kept, seen ${seen ? "kept" : "lost"}`);
  changed ||= seen !== known;
}
if (changed) {
  console.log("changed");
  process.exit(1);
}
JS
node run.mjs
