import {
  dayMs,
  lateFromDays,
  loanAmountMin,
  loanCurrencies,
  loanNumber,
  type CallOutput,
  type OperatorCalls,
} from "@sanshi/contract";
import { formatMinor, minor, zeroMinor, type Minor } from "@sanshi/money";
import { loanCeiling, loanRates } from "@sanshi/rulebook";
import type { Context } from "../../context.ts";
import { siteRules } from "../../governance/site/site.ts";
import { cursorOf, placeOf } from "../../platform/cursors.ts";
import { accept, refuse, type Outcome } from "../../platform/outcome.ts";
import { loanDay } from "./credit-loans.rules.ts";
import { lateDays, ruleOnWire } from "./loan-answers.ts";
import * as store from "./loan-report.store.ts";
import { wholeUnits } from "./loan-score.rules.ts";
import { rateText } from "./loan-scores.ts";

type Report = CallOutput<OperatorCalls["/api/ops/loan-report"]>;
type LateLoans = CallOutput<OperatorCalls["/api/ops/late-loans"]>;

export async function loanReport({
  database,
  clock,
}: Pick<Context, "database" | "clock">): Promise<Report> {
  const at = clock.now();
  const today = loanDay(at);
  const rules = await siteRules(database.reader);
  const { totals, house } = await database.readHeavily(async (reader) => ({
    totals: await store.loanTotals(reader, today),
    house: await store.houseTotals(reader),
  }));
  return {
    currencies: loanCurrencies.map((currency) => {
      const own = totals.find((one) => one.currency === currency);
      const text = (amount: Minor | undefined) => formatMinor(amount ?? zeroMinor, currency);
      const balance = (purpose: string) =>
        house.find((one) => one.currency === currency && one.purpose === purpose)?.balance;
      const least = wholeUnits(loanAmountMin[currency], currency);
      const rates = loanRates(currency, least, today, rules.loanBasisPoints[currency]);
      const { rule, validFrom, confirmed } = rates.reference;
      const [first, second, third] = lateFromDays;
      return {
        currency,
        capital: text(rules.loanCapital[currency]),
        lent: text(own?.lent),
        loans: own?.loans ?? 0,
        under_review: text(own?.under_review),
        applications: own?.applications ?? 0,
        interest_owed: text(own?.interest_owed),
        late: [
          { from_day: first, loans: own?.loans_1 ?? 0, principal: text(own?.late_1) },
          { from_day: second, loans: own?.loans_31 ?? 0, principal: text(own?.late_31) },
          { from_day: third, loans: own?.loans_91 ?? 0, principal: text(own?.late_91) },
        ],
        income: text(balance("loan_interest")),
        provision: text(balance("loan_provision")),
        losses: text(minor(-(balance("loan_losses") ?? 0n))),
        written_off: text(balance("written_off")),
        yearly_rate: rateText(rates.basisPoints),
        law_rate_max: rateText(loanCeiling(currency, least, today).yearlyBasisPointsMax),
        ...ruleOnWire(rule, validFrom, confirmed),
      };
    }),
    at: new Date(at).toISOString(),
  };
}

export async function lateLoans(
  { database, clock }: Pick<Context, "database" | "clock">,
  page: { cursor?: string | undefined; limit: string },
): Promise<Outcome<LateLoans>> {
  const place = placeOf(page.cursor, "number", "number");
  if (place === null || (place !== undefined && place[0] > lastDayNumber)) {
    return refuse("invalid_request");
  }
  const after = place === undefined ? null : { dueOn: dayOfNumber(place[0]), id: place[1] };
  const today = loanDay(clock.now());
  const limit = Number(page.limit);
  const found = await store.lateLoans(database.reader, today, { after, limit: limit + 1 });
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  return accept({
    items: shown.map((loan) => ({
      id: loan.id.toString(),
      number: loanNumber(loan.id),
      account: loan.account,
      currency: loan.currency,
      principal_left: formatMinor(loan.principal_left, loan.currency),
      interest_left: formatMinor(loan.interest_left, loan.currency),
      due_on: loan.due_on,
      days_late: lateDays(loan.due_on, today),
      write_off: writeOffOf(loan),
    })),
    next_cursor:
      found.length > limit && last !== undefined
        ? cursorOf(Date.parse(last.due_on) / dayMs, last.id)
        : null,
  });
}

function writeOffOf(loan: store.LateLoan): LateLoans["items"][number]["write_off"] {
  const { proposal_id: id, proposed_by: by, proposer: email } = loan;
  if (id === null || by === null || email === null) return null;
  const { reason_code: code, reason_words: words } = loan;
  return {
    proposal_id: id.toString(),
    proposed_by: { id: by.toString(), email },
    reason: code === null ? null : { code, words: words ?? "" },
  };
}

/** Of the year 2200. */
const lastDayNumber = 84_000n;

function dayOfNumber(day: bigint): string {
  return new Date(Number(day) * dayMs).toISOString().slice(0, 10);
}
