#!/bin/sh
# Katakana of names from abroad have sounds that Japanese words lack. wanakana knows only some of them: ファン becomes
# "fuan" and フォード "fuoodo", while シェリー and チェン are right; ヷ becomes a code point that no letter has. hepburn has
# those sounds and writes ヂ of Japanese names as "dji". A name in kana and one in Latin letters are no match by either.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --save-exact wanakana@5.3.1 hepburn@1.3.0 >/dev/null
cat >run.cjs <<'JS'
const { fromKana } = require("hepburn");
const { toRomaji } = require("wanakana");

console.log("wanakana 5.3.1, hepburn 1.3.0");
// Kana, what one reads, wanakana, hepburn.
const cases = [
  ["シェリー", "sherii", "sherii", "sherī"],
  ["チェン", "chen", "chen", "chen"],
  ["ファン", "fan", "fuan", "fan"],
  ["フィリップ", "firippu", "fyirippu", "firippu"],
  ["フォード", "foodo", "fuoodo", "fōdo"],
  ["ティナ", "tina", "teina", "tina"],
  ["デュボワ", "dyubowa", "deyubowa", "dyubowa"],
  ["ウィリアム", "wiriamu", "uiriamu", "wiriamu"],
  ["ヴァン", "van", "vuan", "van"],
  ["ヷン", "van", "\u3097n", "ヷn"],
  ["ケンヂ", "kenji", "kenji", "kendji"],
];
let changed = false;
for (const [kana, guess, ...known] of cases) {
  const seen = [toRomaji(kana), fromKana(kana).toLowerCase()];
  console.log(`${kana}: guess ${guess}, seen wanakana ${seen[0]}, hepburn ${seen[1]}`);
  changed ||= seen.some((one, at) => one !== known[at]);
}
if (changed) {
  console.log("changed");
  process.exit(1);
}
JS
node run.cjs
