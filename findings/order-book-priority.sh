#!/bin/sh
# nodejs-order-book promises price-time priority, and puts an order at the back of its price when its quantity is
# lowered or stays the same; at the Tokyo exchange only a raised quantity or another price costs an order its place.
# Fractions leave dust: 0.1 and 0.2 sold to a purchase of 0.3 leave an offer of 5.55e-17 as the best one.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --save-exact nodejs-order-book@10.1.1 >/dev/null
cat >run.cjs <<'JS'
const { OrderBook } = require("nodejs-order-book");

console.log("nodejs-order-book 10.1.1");
// Two offers of 10 at one price; the first one is changed, then 3 are bought.
const firstSoldAfter = (size) => {
  const book = new OrderBook();
  book.limit({ id: "first", side: "sell", size: 10, price: 100 });
  book.limit({ id: "second", side: "sell", size: 10, price: 100 });
  book.modify("first", { size, price: 100 });
  book.limit({ id: "buyer", side: "buy", size: 3, price: 100 });
  return book.order("first").size < size ? "first" : "second";
};
const book = new OrderBook();
book.limit({ id: "a", side: "sell", size: 0.1, price: 10 });
book.limit({ id: "b", side: "sell", size: 0.2, price: 10 });
book.limit({ id: "c", side: "buy", size: 0.3, price: 10 });
const [offers] = book.depth();
// What happens, what one guesses, what is seen, what was seen before.
const cases = [
  ["10 lowered to 5, sold first", "first", firstSoldAfter(5), "second"],
  ["10 stays 10, sold first", "first", firstSoldAfter(10), "second"],
  ["10 raised to 20, sold first", "second", firstSoldAfter(20), "second"],
  ["offers after 0.1 + 0.2 were bought as 0.3", "[]", JSON.stringify(offers), "[[10,5.551115123125783e-17]]"],
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
