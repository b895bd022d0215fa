#!/bin/sh
# The Chinese calendar of the JavaScript runtime (ICU) begins the years 2027 and 2030 on the wrong day.
# A trading calendar that asks it for the Spring Festival keeps the exchanges open on 2027-02-05, New Year's Eve.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --save-exact tyme4ts@1.5.2 solarlunar@3.1.0 >/dev/null
cat >run.cjs <<'JS'
const { LunarDay } = require("tyme4ts");
const solarlunar = require("solarlunar").default ?? require("solarlunar");
const runtime = new Intl.DateTimeFormat("en-u-ca-chinese", { month: "numeric", day: "numeric", timeZone: "UTC" });
console.log(`node ${process.version}, ICU ${process.versions.icu}, tyme4ts 1.5.2, solarlunar 3.1.0`);
console.log("guess: the first day of the lunar year is 1/1 in all three, in every year");
const wrong = [];
for (let year = 1912; year <= 2100; year += 1) {
  const day = LunarDay.fromYmd(year, 1, 1).getSolarDay();
  const other = solarlunar.lunar2solar(year, 1, 1, false);
  if (other.cMonth !== day.getMonth() || other.cDay !== day.getDay()) throw new Error(`the libraries differ in ${year}`);
  const shown = runtime.format(Date.UTC(year, day.getMonth() - 1, day.getDay()));
  if (shown === "1/1") continue;
  wrong.push(`${year}:${shown}`);
  console.log(`seen: ${year}-${day.getMonth()}-${day.getDay()} is 1/1 in both libraries and ${shown} by Intl`);
}
const known = "1954:12/30 2027:12/30 2030:1/2";
if (wrong.join(" ") !== known) {
  console.log(`changed: ${wrong.join(" ") || "none wrong"} instead of ${known}`);
  process.exit(1);
}
JS
node run.cjs
