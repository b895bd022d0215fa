#!/bin/sh
# iso20022.js gives every currency two decimals: 1,000 yen as minor units are written into a pain.001 as 10 yen, and a
# balance of 1,000 yen in a camt.053 is read as 100,000. What it reads is no whole number either: 0.29 dollars are
# 28.999999999999996 cents.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --save-exact iso20022.js@0.0.15 >/dev/null
cat >run.mjs <<'JS'
import { CashManagementEndOfDayReport, ISO20022 } from "iso20022.js";

console.log("iso20022.js 0.0.15");
const payer = {
  name: "Example",
  id: "EXAMPLE",
  account: { accountNumber: "1234567" },
  agent: { bic: "BOTKJPJT", bankAddress: { country: "JP" } },
};
const written = (currency, amount) => {
  const payment = {
    type: "swift",
    direction: "credit",
    amount,
    currency,
    creditor: {
      name: "Jane Smith",
      account: { accountNumber: "7654321" },
      agent: { bic: "SMBCJPJT" },
      address: { streetName: "1-1", townName: "Chiyoda", postalCode: "1000001", country: "JP" },
    },
  };
  const file = new ISO20022({ initiatingParty: payer }).createSWIFTCreditPaymentInitiation([payment]);
  return /<InstdAmt[^>]*>([^<]*)</.exec(file.toString())[1];
};
const read = (currency, amount) =>
  CashManagementEndOfDayReport.fromXML(`<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt>
<GrpHdr><MsgId>M</MsgId><CreDtTm>2026-11-28T00:18:37</CreDtTm></GrpHdr>
<Stmt><Id>S</Id><ElctrncSeqNb>1</ElctrncSeqNb><CreDtTm>2026-11-28T00:18:37</CreDtTm>
<FrToDt><FrDtTm>2026-11-27T00:00:00</FrDtTm><ToDtTm>2026-11-27T23:59:59</ToDtTm></FrToDt>
<Acct><Id><Othr><Id>1234567</Id></Othr></Id><Ccy>${currency}</Ccy>
<Svcr><FinInstnId><BIC>BOTKJPJT</BIC></FinInstnId></Svcr></Acct>
<Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="${currency}">${amount}</Amt>
<CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-11-27</Dt></Dt></Bal>
</Stmt></BkToCstmrStmt></Document>`).statements[0].balances[0].amount;

// What is done, what ISO 4217's decimals (dollar 2, yen 0, dinar 3) make of it, what the library makes of it.
const cases = [
  ["1,000 minor units of USD, written", 10, Number(written("USD", 1000)), 10],
  ["1,000 minor units of JPY, written", 1000, Number(written("JPY", 1000)), 10],
  ["1,000 minor units of KWD, written", 1, Number(written("KWD", 1000)), 10],
  ["JPY 1000, read", 1000, read("JPY", "1000"), 100_000],
  ["USD 0.29, read", 29, read("USD", "0.29"), 28.999999999999996],
];
let changed = false;
for (const [what, guess, seen, known] of cases) {
  console.log(`${what}: guess ${guess}, seen ${seen}`);
  changed ||= seen !== known;
}
if (changed) {
  console.log("changed");
  process.exit(1);
}
JS
node run.mjs
