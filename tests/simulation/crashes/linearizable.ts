/**
 * Wing and Gong's search, with memory of what was tried: is there an order of the operations, each
 * between its call and its answer, in which a balance that starts at `before` gives every answer?
 */
export type Operation = {
  askedAt: number;
  answeredAt: number;
  /** What it adds to the balance, or what it saw there. */
  effect: { kind: "change"; amount: bigint } | { kind: "read"; balance: bigint };
};

/** The balances that the history can end at; empty where no order explains it. `before` null: unknown. */
export function possibleEnds(
  history: readonly Operation[],
  before: ReadonlySet<bigint> | null,
): Set<bigint> {
  const ends = new Set<bigint>();
  for (const start of before ?? unknownStarts(history)) {
    for (const end of endsFrom(history, start)) ends.add(end);
  }
  return ends;
}

/** Every start that would let some read be right: the reads less what may have come before them. */
function unknownStarts(history: readonly Operation[]): Set<bigint> {
  const starts = new Set<bigint>();
  const changes = history.flatMap(({ effect }) =>
    effect.kind === "change" ? [effect.amount] : [],
  );
  for (const { effect } of history) {
    if (effect.kind !== "read") continue;
    let sums = new Set([0n]);
    for (const change of changes)
      sums = new Set([...sums, ...[...sums].map((sum) => sum + change)]);
    for (const sum of sums) starts.add(effect.balance - sum);
  }
  return starts;
}

function endsFrom(history: readonly Operation[], start: bigint): Set<bigint> {
  const all = (1 << history.length) - 1;
  const ends = new Set<bigint>();
  const tried = new Set<string>();
  const walk = (done: number, balance: bigint): void => {
    if (done === all) {
      ends.add(balance);
      return;
    }
    const key = `${done} ${balance}`;
    if (tried.has(key)) return;
    tried.add(key);
    const waiting = history.map((_, index) => index).filter((index) => (done & (1 << index)) === 0);
    // Only what was asked before any other's answer can have come first.
    const firstAnswer = Math.min(...waiting.map((index) => history[index]!.answeredAt));
    for (const index of waiting) {
      const { askedAt, effect } = history[index]!;
      if (askedAt > firstAnswer) continue;
      if (effect.kind === "change") walk(done | (1 << index), balance + effect.amount);
      else if (effect.balance === balance) walk(done | (1 << index), balance);
    }
  };
  walk(0, start);
  return ends;
}

export const windowMax = 12;

/** Stretches at whose ends nothing was under way; null where one is too long to be searched. */
export function windowsOf(operations: readonly Operation[]): (Operation[] | null)[] {
  const windows: Operation[][] = [];
  let end = -Infinity;
  for (const operation of operations.toSorted((one, other) => one.askedAt - other.askedAt)) {
    if (operation.askedAt > end) windows.push([]);
    windows.at(-1)!.push(operation);
    end = Math.max(end, operation.answeredAt);
  }
  return windows.map((window) => (window.length > windowMax ? null : window));
}
