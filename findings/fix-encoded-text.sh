#!/bin/sh
# FIX counts BodyLength (9) and CheckSum (10) in bytes, as a broker's refusal in Japanese (EncodedText, 355) shows.
# nodefix and fixjs count characters of a decoded text: fixjs ends the connection with "Invalid CheckSum", nodefix drops
# the report, has lost the frame by then and passes on no later report of the connection either, fills among them.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --save-exact nodefix@1.2.9 fixjs@0.5.0 >/dev/null
cat >run.cjs <<'JS'
const Processor = require("nodefix/fixDataProcessor.js");
const frames = require("fixjs/src/frame_decoder");

console.log("nodefix 1.2.9, fixjs 0.5.0");
const soh = "\u0001";
const joined = (fields) =>
  Buffer.concat(fields.flatMap(([tag, value]) => [Buffer.from(`${tag}=`), Buffer.from(value), Buffer.from(soh)]));
function message(fields) {
  const body = joined(fields);
  const all = Buffer.concat([joined([["8", "FIX.4.4"], ["9", String(body.length)]]), body]);
  const sum = all.reduce((total, byte) => (total + byte) % 256, 0);
  return Buffer.concat([all, joined([["10", String(sum).padStart(3, "0")]])]);
}
const report = (number, more) =>
  message([
    ["35", "8"], ["49", "BROKER"], ["56", "HOUSE"], ["34", String(number)], ["52", "20261128-00:18:37.000"],
    ["347", "UTF-8"], ["37", `O${number}`], ["17", `E${number}`], ["150", "8"], ["39", "8"], ["55", "7203"],
    ["54", "1"], ["151", "0"], ["14", "0"], ["6", "0"], ...more,
  ]);
const text = Buffer.from("注文は拒否されました");
const lines = {
  "refused in English": [report(2, [["58", "rejected"]]), report(3, []), report(4, [])],
  "refused in Japanese": [
    report(2, [["58", "rejected"], ["354", String(text.length)], ["355", text]]),
    report(3, []),
    report(4, []),
  ],
};
const numberOf = (found) => /\u000134=(\d+)/.exec(found)[1];

function withNodefix(messages) {
  const seen = [];
  const processor = new Processor("FIX.4.4");
  processor.on("msg", (found) => seen.push(numberOf(found)));
  processor.on("error", () => seen.push("error"));
  for (const one of messages) processor.processData(one);
  return seen.join(" ");
}
function withFixjs(messages) {
  return new Promise((resolve) => {
    const seen = [];
    const stream = frames();
    const end = () => resolve(seen.join(" "));
    stream.on("data", (found) => seen.push(found._fields["34"])).on("end", end);
    stream.on("error", (error) => (seen.push(error.message.slice(0, 16)), end()));
    for (const one of messages) stream.write(one);
    stream.end();
  });
}

async function main() {
  const known = {
    "refused in English": ["2 3 4", "2 3 4"],
    "refused in Japanese": ["error error", "Invalid CheckSum"],
  };
  let changed = false;
  for (const [what, messages] of Object.entries(lines)) {
    const seen = [withNodefix(messages), await withFixjs(messages)];
    console.log(`${what}: guess 2 3 4; seen by nodefix ${seen[0]}; by fixjs ${seen[1]}`);
    changed ||= seen.join() !== known[what].join();
  }
  if (changed) {
    console.log("changed");
    process.exit(1);
  }
}
main();
JS
node run.cjs
