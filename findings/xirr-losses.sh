#!/bin/sh
# @webcarrot/xirr says that it gives what LibreOffice's XIRR gives, and finds no rate for an investor who lost half in
# a year (-50 %) or a hundredth in a day: it raises an error that speaks of more iterations. Gains and smaller losses
# are right.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --save-exact @webcarrot/xirr@3.0.1 >/dev/null
cat >run.cjs <<'JS'
const { xirr } = require("@webcarrot/xirr");

console.log("@webcarrot/xirr 3.0.1");
const rate = (last, day) => {
  try {
    const flows = [
      { amount: -100, date: new Date("2026-01-01") },
      { amount: last, date: new Date(day) },
    ];
    return xirr(flows).toFixed(6);
  } catch {
    return "an error";
  }
};
// 100 is paid in on 2026-01-01, what comes back and when; the right rate is (back / 100) ^ (365 / days) - 1.
const cases = [
  [110, "2027-01-01", "0.100000", "0.100000"],
  [60, "2027-01-01", "-0.400000", "-0.400000"],
  [50, "2027-01-01", "-0.500000", "an error"],
  [50, "2026-07-01", "-0.752856", "an error"],
  [99, "2026-01-02", "-0.974482", "an error"],
];
let changed = false;
for (const [back, day, guess, known] of cases) {
  const seen = rate(back, day);
  const right = (back / 100) ** (365 / ((new Date(day) - new Date("2026-01-01")) / 86_400_000)) - 1;
  console.log(`${back} back on ${day}: guess ${guess}, right ${right.toFixed(6)}, seen ${seen}`);
  changed ||= seen !== known;
}
if (changed) {
  console.log("changed");
  process.exit(1);
}
JS
node run.cjs
