#!/bin/sh
# Japan's 一目均衡表 draws its cloud 26 bars ahead, today counted as the first: over today's bar stands what was reckoned
# 25 bars before. Of four libraries none has it there for a stock that rises by one a day: two do not move it at all (the
# option `displacement` of technicalindicators does nothing), indicatorts moves it by 26 and begins all lines at a price
# of 0, ta.js gives twice the price as span A (close plus base line, not halved) and takes it from later bars.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --save-exact technicalindicators@3.1.0 trading-signals@8.3.0 indicatorts@2.2.2 \
  ta.js@1.17.0 >/dev/null
cat >run.mjs <<'JS'
import indicatorts from "indicatorts";
import ta from "ta.js";
import technicalindicators from "technicalindicators";
import { IchimokuCloud } from "trading-signals";

const days = 120;
const today = days - 1;
const close = Array.from({ length: days }, (_, day) => 100 + day);
const high = close.map((price) => price + 1);
const low = close.map((price) => price - 1);
// Of a day: the middles of the highest and the lowest price of 9, 26 and 52 bars.
const middle = (day, bars) => (high[day] + low[day - bars + 1]) / 2;
const spans = (day) => `${(middle(day, 9) + middle(day, 26)) / 2} and ${middle(day, 52)}`;

const rows = technicalindicators.IchimokuCloud.calculate({
  ...{ high, low, conversionPeriod: 9, basePeriod: 26, spanPeriod: 52, displacement: 26 },
});
const undisplaced = technicalindicators.IchimokuCloud.calculate({
  ...{ high, low, conversionPeriod: 9, basePeriod: 26, spanPeriod: 52, displacement: 0 },
});
const signals = new IchimokuCloud();
const results = close.map((price, day) => signals.update({ high: high[day], low: low[day], close: price }, false));
const lines = indicatorts.ichimokuCloud(high, low, close);
const ofTa = ta.ichimoku(close.map((price, day) => [high[day], price, low[day]]), 9, 26, 52, 26).at(-1);
const barOfTa = close.findIndex((_, day) => day >= 8 && middle(day, 9) === ofTa[0]);

const cases = [
  ["technicalindicators 3.1.0", `${rows.at(-1).spanA} and ${rows.at(-1).spanB}`, spans(today)],
  ["the same with a displacement of 0", `${undisplaced.at(-1).spanA} and ${undisplaced.at(-1).spanB}`, spans(today)],
  ["trading-signals 8.3.0", `${results.at(-1).spanA} and ${results.at(-1).spanB}`, spans(today)],
  ["indicatorts 2.2.2", `${lines.ssa[today]} and ${lines.ssb[today]}`, spans(today - 26)],
  ["indicatorts 2.2.2, the lines' first", `${lines.tenkan[0]} and ${lines.ssb[0]}`, "0 and 0"],
  [`ta.js 1.17.0, over bar ${barOfTa + 1} with a close of ${close[barOfTa]}`, `${ofTa[2]} and ${ofTa[3]}`, "425.5 and 206.5"],
];
console.log(`over today's bar, guess: ${spans(today - 25)}`);
let changed = false;
for (const [name, seen, known] of cases) {
  console.log(`${name}: ${seen}`);
  changed ||= seen !== known;
}
if (changed) {
  console.log("changed");
  process.exit(1);
}
JS
node run.mjs
