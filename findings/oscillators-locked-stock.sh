#!/bin/sh
# A stock that is locked at its limit trades at one price all day. Of five libraries three give a stochastic %K of 0 for
# it (as weak as can be, at an up limit) and two NaN, two an RSI of 100 and three NaN; the CCI is NaN at 12 yuan and
# +66.67 at 12.1, as the mean of nine times 12.1 is not 12.1. None keeps the value of the last day with a range.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --save-exact technicalindicators@3.1.0 trading-signals@8.3.0 \
  indicatorts@2.2.2 @debut/indicators@1.4.2 @ixjb94/indicators@1.2.4 >/dev/null
cat >run.mjs <<'JS'
import debut from "@debut/indicators";
import * as ixjb from "@ixjb94/indicators";
import * as indicatorts from "indicatorts";
import technical from "technicalindicators";
import * as signals from "trading-signals";

// Twenty days that trade, then twenty on which the stock is locked at 12.1.
const days = Array.from({ length: 40 }, (_, day) => {
  const price = 10 + ((day * 7) % 5) * 0.2;
  return day < 20
    ? { high: price + 0.5, low: price - 0.4, close: price }
    : { high: 12.1, low: 12.1, close: 12.1 };
});
const [high, low, close] = ["high", "low", "close"].map((key) => days.map((day) => day[key]));
const flat = (price) => Array(30).fill(price);
const bars = (price) => flat(price).map((one) => ({ high: one, low: one, close: one }));
const fed = (indicator, values) => values.map((value) => indicator.update(value, false)).at(-1);
const last = (values) => values.at(-1);

const debutStochastic = new debut.Stochastic(9, 3);
const debutRsi = new debut.RSI(14);
const ofIxjb = new (ixjb.Indicators ?? ixjb.default)();
const cci = (price) =>
  last(technical.CCI.calculate({ high: flat(price), low: flat(price), close: flat(price), period: 9 }));

const seen = {
  "%K technicalindicators": last(technical.Stochastic.calculate({ high, low, close, period: 9, signalPeriod: 3 })).k,
  "%K trading-signals": fed(new signals.StochasticOscillator({ kPeriod: 9, kSlowingPeriod: 3, dPeriod: 3 }), days).stochK,
  "%K indicatorts": last(indicatorts.kdj(high, low, close).k),
  "%K @debut/indicators": last(days.map((day) => debutStochastic.nextValue(day.high, day.low, day.close))).k,
  "%K @ixjb94/indicators": last((await ofIxjb.stoch(high, low, close, 9, 3, 3))[0]),
  "RSI technicalindicators": last(technical.RSI.calculate({ values: flat(12.1), period: 14 })),
  "RSI trading-signals": fed(new signals.RSI(14), flat(12.1)),
  "RSI indicatorts": last(indicatorts.rsi(flat(12.1))),
  "RSI @debut/indicators": last(flat(12.1).map((price) => debutRsi.nextValue(price))),
  "RSI @ixjb94/indicators": last(await ofIxjb.rsi(flat(12.1), 14)),
  "CCI at 12 technicalindicators": cci(12),
  "CCI at 12.1 technicalindicators": cci(12.1),
  "CCI at 12 trading-signals": fed(new signals.CCI(9), bars(12)),
  "CCI at 12.1 trading-signals": fed(new signals.CCI(9), bars(12.1)),
};
const known = {
  "%K technicalindicators": "0",
  "%K trading-signals": "0",
  "%K indicatorts": "NaN",
  "%K @debut/indicators": "NaN",
  "%K @ixjb94/indicators": "0",
  "RSI technicalindicators": "100",
  "RSI trading-signals": "100",
  "RSI indicatorts": "NaN",
  "RSI @debut/indicators": "NaN",
  "RSI @ixjb94/indicators": "NaN",
  "CCI at 12 technicalindicators": "NaN",
  "CCI at 12.1 technicalindicators": "66.66666666666667",
  "CCI at 12 trading-signals": "NaN",
  "CCI at 12.1 trading-signals": "66.66666666666667",
};
console.log("technicalindicators 3.1.0, trading-signals 8.3.0, indicatorts 2.2.2, @debut/indicators 1.4.2, @ixjb94/indicators 1.2.4");
console.log("guess: one answer for each indicator, the last value or none");
let changed = false;
for (const [what, value] of Object.entries(seen)) {
  console.log(`${what}: seen ${value}`);
  changed ||= String(value) !== known[what];
}
if (changed) {
  console.log("changed");
  process.exit(1);
}
JS
node run.mjs
