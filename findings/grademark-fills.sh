#!/bin/sh
# The back-tester grademark fills at prices that nobody could have had: a buy stop at 110 in a bar that opens at 100
# and later reaches 112 is bought at 100, and a stop-loss at 95 that a gap passes over is sold at 95 in a bar that
# traded from 80 to 85. Volume is not looked at: a day without a trade fills like any other.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
# The library needs chai to run and does not name it among its dependencies.
npm install --silent --no-audit --no-fund --save-exact grademark@0.3.0 data-forge@1.10.4 chai@4.5.0 >/dev/null
cat >run.cjs <<'JS'
const { DataFrame } = require("data-forge");
const { backtest } = require("grademark");

console.log("grademark 0.3.0, data-forge 1.10.4");
const frame = (bars) =>
  new DataFrame(
    bars.map(([open, high, low, close, volume = 1000], day) => ({
      time: new Date(Date.UTC(2026, 10, 2 + day)),
      open, high, low, close, volume,
    })),
  );
const buyOnce = (order) => {
  let bought = false;
  return (enter) => {
    if (!bought) enter(order);
    bought = true;
  };
};
const [stopEntry] = backtest(
  { entryRule: buyOnce({ entryPrice: 110 }) },
  frame([[100, 101, 99, 100], [100, 112, 99, 111], [111, 112, 110, 111]]),
);
const [stopLoss] = backtest(
  { entryRule: buyOnce(), stopLoss: () => 5 },
  frame([[100, 101, 99, 100], [100, 101, 99, 100], [82, 85, 80, 84]]),
);
const [untraded] = backtest(
  { entryRule: buyOnce(), stopLoss: () => 5 },
  frame([[100, 101, 99, 100], [110, 110, 110, 110, 0], [110, 110, 90, 100]]),
);
// What happens, what one guesses, what is seen, what was seen before.
const cases = [
  ["a buy stop at 110, bar 100 112 99 111, bought at", 110, stopEntry.entryPrice, 100],
  ["a stop-loss at 95, bar 82 85 80 84, sold at", 82, stopLoss.exitPrice, 95],
  ["a purchase on a day of one price and no volume, bought at", "nothing", untraded.entryPrice, 110],
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
node run.cjs
