#!/bin/sh
# The entry date of an MT940 line has no year (field 61, MMDD); it is the one nearest to the value date. Three parsers
# take the value date's year: a fee of 31 December with a value of 4 January 2027 was booked on 31 December 2027, and a
# payment of 2 January with a value of 31 December 2026 on 2 January 2026. mt940-js also reads RC, a payment that went
# back, as one more payment, and needs tslib, which it does not name.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --save-exact mt940js@1.3.5 @centrapay/swift-parser@1.0.1 mt940-js@1.0.0 \
  tslib@1.14.1 >/dev/null
cat >run.cjs <<'JS'
const swift = require("@centrapay/swift-parser");
const plain = require("mt940-js");
const { Parser } = require("mt940js");

const file = `:20:EXAMPLE
:25:BANKJPJT/1234567
:28C:00001/001
:60F:C261230JPY100000,
:61:2612311231C5000,NTRFNONREF
:86:PAYMENT
:61:2612310102C700,NTRFNONREF
:86:VALUE OF THE OLD YEAR
:61:2701041231D700,NTRFNONREF
:86:FEE OF THE OLD YEAR
:61:2701040104RC5000,NTRFNONREF
:86:PAYMENT WENT BACK
:62F:C270104JPY100000,
-`;
const guess = "5000 2026-12-31 | 700 2027-01-02 | -700 2026-12-31 | -5000 2027-01-04";
const known = {
  "mt940js 1.3.5": "5000 2026-12-31 | 700 2026-01-02 | -700 2027-12-31 | -5000 2027-01-04",
  "@centrapay/swift-parser 1.0.1": "5000 2026-12-31 | 700 2026-01-02 | -700 2027-12-31 | -5000 2027-01-04",
  "mt940-js 1.0.0": "5000 2026-12-31 | 700 2026-01-02 | -700 2027-12-31 | 5000 2027-01-04",
};
const day = (date) => new Date(date).toISOString().slice(0, 10);
const shown = (lines) => lines.map(([amount, date]) => `${amount} ${day(date)}`).join(" | ");
const lines = (statements) =>
  statements.flatMap(({ transactions }) => transactions.map((one) => [Number(one.amount), one.entryDate]));

async function main() {
  const seen = {
    "mt940js 1.3.5": shown(lines(new Parser().parse(file))),
    "@centrapay/swift-parser 1.0.1": shown(lines(swift.parse({ type: "mt940", data: file }))),
    "mt940-js 1.0.0": shown(
      (await plain.read(Buffer.from(file.replaceAll("\n", "\r\n")))).flatMap(({ transactions }) =>
        transactions.map((one) => [one.isCredit ? one.amount : -one.amount, one.entryDate]),
      ),
    ),
  };
  console.log(`guess: ${guess}`);
  let changed = false;
  for (const [name, before] of Object.entries(known)) {
    console.log(`${name}: ${seen[name]}`);
    changed ||= seen[name] !== before;
  }
  if (changed) {
    console.log("changed");
    process.exit(1);
  }
}
main();
JS
node run.cjs
