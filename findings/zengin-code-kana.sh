#!/bin/sh
# zengin-code's kana of banks and branches are the clearing system's: no small letter in 30,090 names, and the long
# vowel as a full-width hyphen-minus (U+FF0D). hira and roma are made from them letter by letter: ソニー銀行 is そに－ and
# "soni-", 信金中央金庫 ちゆうおう and "chiyuuou", so that what a customer types finds nothing in any of the four fields.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --save-exact zengin-code@1.0.0-p20260824 >/dev/null
cat >run.cjs <<'JS'
const banks = Object.values(require("zengin-code"));
const names = banks.flatMap((bank) => [bank, ...Object.values(bank.branches)]);
console.log("zengin-code 1.0.0-p20260824:", banks.length, "banks,", names.length, "names with those of branches");
const count = (pattern) => names.filter(({ kana }) => pattern.test(kana)).length;
const finds = (typed) =>
  banks.filter((bank) => [bank.name, bank.kana, bank.hira, bank.roma].some((field) => field.includes(typed))).length;
// What is counted, what one guesses, what is seen, what was seen before.
const cases = [
  ["names with a small kana", "thousands", count(/[ァィゥェォッャュョ]/), 0],
  ["names with ー (U+30FC)", "thousands", count(/\u30fc/), 0],
  ["banks found by ソニー in name or kana", 1, banks.filter((bank) => bank.kana.includes("ソニー")).length, 0],
  ["banks found by そにー", 1, finds("そにー"), 0],
  ["banks found by sony", 1, finds("sony"), 0],
  ["banks found by しんきんちゅうおう", 1, finds("しんきんちゅうおう"), 0],
  ["banks found by shinkinchuo", 1, finds("shinkinchuo"), 0],
];
let changed = banks.length !== 1146;
for (const [what, guess, seen, known] of cases) {
  console.log(`${what}: guess ${guess}, seen ${seen}`);
  changed ||= seen !== known;
}
if (changed) {
  console.log("changed");
  process.exit(1);
}
JS
node run.cjs
