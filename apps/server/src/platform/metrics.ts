import { Counter, Gauge, Registry } from "prom-client";

/** What `/metrics` shows of one application; each test's application has its own. */
export type Metrics = Registry;

type Figure = readonly [labels: Readonly<Record<string, string>>, value: number];
type Named = { name: string; help: string; labels?: readonly string[] };

export function createMetrics(): Metrics {
  return new Registry();
}

/** A figure that goes up and down, asked for at each scrape. Names begin with `sanshi_`, their unit last. */
export function addGauge(
  metrics: Metrics,
  { name, help, labels = [] }: Named,
  read: () => readonly Figure[] | Promise<readonly Figure[]>,
): void {
  const gauge = new Gauge({
    name: `sanshi_${name}`,
    help,
    labelNames: [...labels],
    registers: [metrics],
    async collect() {
      // What is gone since the last scrape is not shown with its old value.
      gauge.reset();
      for (const [values, value] of await read()) gauge.set(values, value);
    },
  });
}

/** A figure that only grows while the process runs, asked for at each scrape. */
export function addCounter(
  metrics: Metrics,
  { name, help, labels = [] }: Named,
  read: () => readonly Figure[] | Promise<readonly Figure[]>,
): void {
  const counter = new Counter({
    name: `sanshi_${name}`,
    help,
    labelNames: [...labels],
    registers: [metrics],
    async collect() {
      counter.reset();
      for (const [values, value] of await read()) counter.inc(values, value);
    },
  });
}
