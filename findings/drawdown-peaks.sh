#!/bin/sh
# @railpath/finance-toolkit names the deepest fall of a portfolio by peakIndex and troughIndex. The peak's value is
# right, its index is the highest price of the whole series: a fall from 100 to 50 that 120 follows has its peak
# after its trough and lasts -1 days; a series that only rises has one, too, of nothing and -2 days.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --save-exact @railpath/finance-toolkit@0.5.4 >/dev/null
cat >run.cjs <<'JS'
const { calculateMaxDrawdown } = require("@railpath/finance-toolkit");

console.log("@railpath/finance-toolkit 0.5.4");
// Prices, peak's index and value, trough's index and length of the fall as one guesses and as they were seen.
const cases = [
  [[100, 50, 120], [0, 100, 1, 1], [2, 100, 1, -1]],
  [[100, 90, 80, 200, 190, 210], [0, 100, 2, 2], [5, 100, 2, -3]],
  [[100, 110, 120], "none", [2, 100, 0, -2]],
];
let changed = false;
for (const [prices, guess, known] of cases) {
  const { peakIndex, peakValue, troughIndex, drawdownDuration } = calculateMaxDrawdown({ prices });
  const seen = [peakIndex, peakValue, troughIndex, drawdownDuration];
  console.log(`${prices}: guess ${guess}, seen ${seen}`);
  changed ||= String(seen) !== String(known);
}
if (changed) {
  console.log("changed");
  process.exit(1);
}
JS
node run.cjs
