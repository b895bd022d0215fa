import { createFeed } from "../../apps/server/src/market-feed/create-feed.ts";

/** Starts the feed of a folder as the server does, and prints what that took as one line of JSON. */
const [folder = ""] = process.argv.slice(2);
const clock = { now: () => Date.now() };
const began = performance.now();
const feed = await createFeed(
  { market: { kind: "replay", folder }, marketHours: "exchange" },
  clock,
  // The record's last days are played.
  () => Promise.resolve({ chance: null as never, pinnedAt: Date.now() - 19 * 365 * 86_400_000 }),
  (text) => console.error(text),
);
const seconds = (performance.now() - began) / 1_000;
const quotes = feed.snapshot().length;
const firstQuotes = (performance.now() - began) / 1_000 - seconds;
const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
console.log(
  JSON.stringify({
    "seconds until the feed is there": seconds.toFixed(1),
    "of them the processor worked": ((userCPUTime + systemCPUTime) / 1e6).toFixed(1),
    "seconds for every first quote": firstQuotes.toFixed(1),
    quotes,
    "most memory, MB": Math.round(maxRSS / 1_024),
  }),
);
