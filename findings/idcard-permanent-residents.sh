#!/bin/sh
# China's card for foreign permanent residents has had eighteen digits of the resident card's form since 2023-12-01
# (9, province, nationality by ISO 3166 number, birth date, sequence, check by GB 11643). idcard, for resident cards
# of the mainland and residence permits of Hong Kong, Macau and Taiwan, refuses it; id-validator takes it.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --save-exact idcard@4.2.0 id-validator@1.3.0 >/dev/null
cat >run.cjs <<'JS'
const idcard = require("idcard");
const IdValidator = require("id-validator");

console.log("idcard 4.2.0, id-validator 1.3.0");
const validator = new IdValidator();
const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
const withCheck = (digits) =>
  digits + "10X98765432"[weights.reduce((sum, weight, at) => sum + weight * Number(digits[at]), 0) % 11];
// Invented numbers of each kind: the digits, idcard, id-validator; all are right by their check digit.
const cases = [
  ["resident of Beijing", "11010119900307100", true, true],
  ["residence permit, Hong Kong", "81000019900307100", true, true],
  ["residence permit, Macau", "82000019900307100", true, true],
  ["residence permit, Taiwan", "83000019900307100", true, true],
  ["foreign permanent resident, Beijing, Canada", "91112419900307100", false, true],
  ["foreign permanent resident, Shanghai, Japan", "93139219900307100", false, true],
];
let changed = false;
for (const [what, digits, ...known] of cases) {
  const number = withCheck(digits);
  const seen = [idcard.verify(number), validator.isValid(number)];
  console.log(`${what}: guess valid, seen idcard ${seen[0]}, id-validator ${seen[1]}`);
  changed ||= seen.some((one, at) => one !== known[at]);
}
// A wrong check digit is refused by both, so that neither takes just anything.
const wrong = withCheck("91112419900307100").replace(/.$/, (last) => (last === "0" ? "1" : "0"));
const refused = [idcard.verify(wrong), validator.isValid(wrong)];
console.log(`a wrong check digit: guess refused, seen idcard ${refused[0]}, id-validator ${refused[1]}`);
if (changed || refused.some(Boolean)) {
  console.log("changed");
  process.exit(1);
}
JS
node run.cjs
