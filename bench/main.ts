/** What is measured, by name; each file prints its figures beside a yardstick of the same run. */
const benches = [
  ...([
    "orders",
    "overload",
    "triggers",
    "quotes",
    "web",
    "growth",
    "replay",
    "loans",
    "lending",
    "subscriptions",
    "copy",
    "backtest",
    "draw",
    "blocks",
    "intraday",
    "strangers",
    "backup",
    "recovery",
    "day",
    "start",
  ] as const),
] as const;

const name = process.argv[2] ?? "";
if ((benches as readonly string[]).includes(name)) {
  const bench = (await import(`./${name}.ts`)) as { run(parameters: string[]): Promise<void> };
  await bench.run(process.argv.slice(3));
} else {
  console.error(`Say what to measure: npm run bench ${benches.join(" | ")}`);
  process.exitCode = 1;
}
