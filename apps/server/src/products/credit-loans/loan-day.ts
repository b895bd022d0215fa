import {
  loanCurrencies,
  loanNumber,
  loanStatuses,
  provisionPercent,
  type LoanCurrency,
} from "@sanshi/contract";
import { formatMinor, minor } from "@sanshi/money";
import type { LocalDate } from "@sanshi/rulebook";
import type { Context } from "../../context.ts";
import { sendMessages, type NewMessage } from "../../people/messages/messages.ts";
import { isConnectionFault } from "../../platform/sql/connection-faults.ts";
import type { Database } from "../../platform/sql/database.ts";
import type { Question } from "../../platform/sql/questions.ts";
import { accrue, loanDay, reminderStage } from "./credit-loans.rules.ts";
import { lockLoan, lockPerson } from "./credit-loans.store.ts";
import * as store from "./loan-accrual.store.ts";
import type { DueLoan } from "./loan-accrual.store.ts";
import { lateDays } from "./loan-answers.ts";
import { accrueLoans } from "./loan-interest.ts";
import { availableIn, lockMoney, postProvision } from "./loan-money.ts";
import { collect } from "./loan-repayment.ts";
import { rateText, reckonScores } from "./loan-scores.ts";

type DayContext = Pick<Context, "database" | "clock" | "log">;

export const loansPerBatch = 1_000;
const repaidAtOnceMax = 100;
const remindedAtOnceMax = 100;

/**
 * What the days bring about, however many went by: interest until the day on which each loan takes what money is
 * there, those repayments, the rest of the interest, reminders, what is set aside for losses, and the scores.
 * Whatever is done is found done by a second run and by another process.
 */
export function createLoanDay(context: DayContext): {
  run(isStopped?: () => boolean): Promise<void>;
  /** Whether `run` has anything to do. */
  isDue: Question;
} {
  let doneThrough: LocalDate = "";
  return {
    isDue() {
      const today = loanDay(context.clock.now());
      return store.isLoanDayDue(today, doneThrough < today);
    },
    async run(isStopped = () => false) {
      const { database, clock, log } = context;
      const at = clock.now();
      const today = loanDay(at);
      const isNewDay = doneThrough < today;
      let isWhole = true;
      const accrueDue = async (untilDue: boolean) => {
        if (!isNewDay) return;
        await accrueAll(database, { through: today, untilDue, at }, isStopped, (id, error) => {
          isWhole = false;
          log.error({ err: error, loan: id.toString() }, "a loan's interest was not reckoned");
        });
      };
      await accrueDue(true);
      await repayDue(context, today, isStopped);
      await accrueDue(false);
      await remind(database, today, at, isStopped);
      if (isNewDay && !isStopped()) {
        for (const currency of loanCurrencies) await setAside(database, currency, today, at);
      }
      await reckonScores(context);
      if (isWhole && !isStopped()) doneThrough = today;
    },
  };
}

type Until = { through: LocalDate; untilDue: boolean; at: number };
type OnFailure = (id: bigint, error: unknown) => void;

/** In batches of their own transactions: what is cut off anywhere goes on with the next one. */
export async function accrueAll(
  database: Database,
  until: Until,
  isStopped: () => boolean = () => false,
  onFailure: OnFailure = (_id, error) => {
    throw error;
  },
): Promise<number> {
  let accrued = 0;
  let after = 0n;
  while (!isStopped()) {
    const ids = await store.loansToAccrue(database.reader, {
      ...until,
      after,
      limit: loansPerBatch,
    });
    const last = ids.at(-1);
    if (last === undefined) break;
    accrued += await accrueAmong(database, ids, until, onFailure);
    after = last;
  }
  return accrued;
}

/** One that fails is found by halves, and left out of what the others bear. */
async function accrueAmong(
  database: Database,
  ids: readonly bigint[],
  until: Until,
  onFailure: OnFailure,
): Promise<number> {
  try {
    return await database.transaction((transaction) => accrueLoans(transaction, ids, until));
  } catch (error) {
    const [only] = ids;
    // Without a database none of them is at fault.
    if (!(error instanceof Error) || isConnectionFault(error) || only === undefined) throw error;
    if (ids.length === 1) {
      onFailure(only, error);
      return 0;
    }
    const half = Math.ceil(ids.length / 2);
    const first = await accrueAmong(database, ids.slice(0, half), until, onFailure);
    return first + (await accrueAmong(database, ids.slice(half), until, onFailure));
  }
}

/** Repays what is due and agreed to be repaid by itself, and of what is late as much as there is. */
async function repayDue(
  { database, clock, log }: DayContext,
  today: LocalDate,
  isStopped: () => boolean,
): Promise<void> {
  let after: store.RepaidLoan | null = null;
  while (!isStopped()) {
    const due = await store.loansToRepay(database.reader, { today, after, limit: repaidAtOnceMax });
    for (const loan of due) {
      if (isStopped()) return;
      // One that fails does not stand in the way of those behind it, nor of what the day brings besides.
      await repayByItself({ database, clock }, loan).catch((error: unknown) => {
        log.warn({ err: error, loan: loan.id.toString() }, "a loan was not repaid by itself");
      });
      // One whose money has gone meanwhile, or lacks the fraction that is rounded up, is left behind.
      after = loan;
    }
    if (due.length < repaidAtOnceMax) return;
  }
}

function repayByItself(
  { database, clock }: Pick<DayContext, "database" | "clock">,
  { id, customer_id: customerId }: store.RepaidLoan,
): Promise<void> {
  return database.transaction(async (transaction) => {
    await lockPerson(transaction, customerId);
    const balances = await lockMoney(transaction, customerId);
    const loan = await lockLoan(transaction, id);
    const at = clock.now();
    if (loan?.status === loanStatuses.outstanding) {
      await collect(transaction, loan, { available: availableIn(balances, loan.currency), at });
    }
  });
}

async function remind(
  database: Database,
  today: LocalDate,
  at: number,
  isStopped: () => boolean,
): Promise<void> {
  let reminded = remindedAtOnceMax;
  while (reminded === remindedAtOnceMax && !isStopped()) {
    reminded = await database.transaction(async (transaction) => {
      const due = await store.lockToRemind(transaction, today, remindedAtOnceMax);
      if (due.length === 0) return 0;
      await store.saveReminders(
        transaction,
        due.map(({ id, due_on }) => ({ id, stage: reminderStage(due_on, today) })),
      );
      await sendMessages(
        transaction,
        due.map((loan) => reminderOf(loan, today, at)),
      );
      return due.length;
    });
  }
}

function reminderOf(loan: DueLoan, today: LocalDate, at: number): NewMessage {
  const { id, customer_id: customerId, currency, due_on } = loan;
  const accruing = {
    principalLeft: loan.principal_left,
    basisPoints: loan.rate_basis_points,
    overdueBasisPoints: loan.overdue_basis_points,
    dueOn: due_on,
    through: loan.interest_through,
    fraction: loan.interest_fraction,
  };
  const added = today < due_on ? accrue(accruing, due_on).interest : 0n;
  const owed = minor(loan.principal_left + loan.interest_left + added);
  const params = { number: loanNumber(id), due_on, due: formatMinor(owed, currency), currency };
  const link = `/mine/loanOrder?id=${id}` as const;
  const days = lateDays(due_on, today);
  if (days === 0) return { customerId, kind: "loan_due_soon", params, link, at };
  const rate = rateText(loan.overdue_basis_points);
  const late = { ...params, days: String(days), rate };
  return { customerId, kind: "loan_overdue", params: late, link, at };
}

/** What is set aside follows from how late the loans are, and from nothing else. */
function setAside(
  database: Database,
  currency: LoanCurrency,
  day: LocalDate,
  at: number,
): Promise<void> {
  return database.transaction(async (transaction) => {
    const { required, there } = await store.requiredProvision(
      transaction,
      currency,
      day,
      provisionPercent,
    );
    const added = minor(required - there);
    if (added === 0n) return;
    const id = await store.insertProvision(transaction, { day, currency, required, added });
    if (id !== undefined) await postProvision(transaction, { id, currency, added, at });
  });
}
