import { loanTermDays, scoreFormula, type LoanCurrency } from "@sanshi/contract";
import type { Reader } from "../../platform/sql/database.ts";
import { amountsOf } from "./loan-scores.ts";
import { scoreOf, type ScoreFacts } from "./loan-score.rules.ts";
import { recordedScores, type RecordedScore } from "./score-check.store.ts";

export type ScoreFault = {
  account: string;
  day: string;
  figure: string;
  expected: string;
  found: string;
};

const scoresAtOnce = 1_000;

/**
 * Recorded scores that do not follow from the record: each is reckoned again from what the customer's record said as it
 * was reckoned, as far as the record knows when that was.
 */
export async function* scoreFaults(
  read: <Result>(work: (reader: Reader) => Promise<Result>) => Promise<Result>,
): AsyncGenerator<ScoreFault> {
  let after = { customerId: 0n, day: "-infinity" };
  for (;;) {
    const page = {
      after,
      limit: scoresAtOnce,
      assetDays: scoreFormula.assetDays,
      marginDays: scoreFormula.marginDays,
      repaidDaysMin: loanTermDays[0],
    };
    const found = await read((reader) => recordedScores(reader, page));
    const last = found.at(-1);
    if (last === undefined) return;
    for (const one of found) yield* faultsOf(one);
    after = { customerId: last.customer_id, day: last.day };
  }
}

/** What a moment's change may have done is read before and after it: either is right. */
function* faultsOf(one: RecordedScore): Generator<ScoreFault> {
  const { account, day } = one;
  const reckoned = [one.before, one.after].map((loans) => scoreOf(factsOf(one, loans)));
  const [first, second] = reckoned;
  if (first === undefined || second === undefined) return;
  const averages = textOf(one.expected_averages);
  if (textOf(one.averages) !== averages) {
    yield { account, day, figure: "averages", expected: averages, found: textOf(one.averages) };
  }
  for (const { part, points } of one.parts) {
    const right = [first, second].map(
      ({ parts }) => parts.find((other) => other.part === part)?.points,
    );
    if (right.includes(points)) continue;
    yield { account, day, figure: part, expected: String(right[0]), found: String(points) };
  }
  const sum = one.parts.reduce((total, { points }) => total + points, 0);
  const score = Math.max(0, Math.min(sum, scoreFormula.scoreMax));
  if (one.parts.length !== first.parts.length || one.score !== score) {
    yield { account, day, figure: "score", expected: String(score), found: String(one.score) };
  }
}

function factsOf(one: RecordedScore, loans: RecordedScore["before"]): ScoreFacts {
  return {
    isVerified: loans.is_verified,
    accountDays: one.account_days,
    averages: amountsOf(one.expected_averages),
    loans: {
      repaidInTime: loans.repaid_in_time,
      repaidLate: loans.repaid_late,
      overdue: loans.overdue,
      writtenOff: loans.written_off,
    },
    marginCalls: loans.margin_calls,
    forcedSales: loans.forced_sales,
  };
}

function textOf(averages: Partial<Record<LoanCurrency, string>>): string {
  return Object.entries(averages)
    .map(([currency, amount]) => `${currency} ${amount}`)
    .toSorted()
    .join(", ");
}
