import { positionStatuses } from "@sanshi/contract";
import {
  formatMinor,
  formatPrice,
  formatShares,
  minor,
  negateMinor,
  settlementCurrency,
  shares,
  zeroMinor,
  type Minor,
  type Shares,
} from "@sanshi/money";
import type { Context } from "../../context.ts";
import {
  accountKey,
  customerAccounts,
  houseAccount,
  postTransfer,
  type HousePurpose,
  type Purpose,
} from "../../ledger/ledger.ts";
import { publishWith } from "../../platform/customer-events.ts";
import type { Transaction } from "../../platform/sql/database.ts";
import { sendMessage } from "../messages/messages.ts";
import {
  applySplit,
  dividendOf,
  sharesConcerned,
  type AdjustablePosition,
  type Adjusted,
} from "./corporate-actions.rules.ts";
import {
  dueActions,
  lockPositions,
  markApplied,
  savePosition,
  type DueAction,
  type LockedPosition,
} from "./corporate-actions.store.ts";

type ApplyingContext = Pick<Context, "database" | "clock" | "quotes">;

/** One action on one position, as it was applied. */
type Step = {
  locked: LockedPosition;
  action: DueAction;
  before: Shares;
  after: Shares;
  wasHeld: boolean;
  /** What it pays: a dividend, or a fraction's cash. */
  amount: Minor;
  released: Minor;
};

/**
 * Applies, in the order of the dates, everything that is due on a customer's positions: one
 * transaction with its money, its marks and what the customer is told. What another process has
 * applied meanwhile is not due any more once the positions are locked.
 */
export async function applyToCustomer(
  context: ApplyingContext,
  customerId: bigint,
  positionIds: readonly bigint[],
): Promise<void> {
  await context.database.transaction(async (transaction) => {
    const locked = await lockPositions(transaction, customerId, positionIds);
    const due = await dueActions(
      transaction,
      locked.map(({ id }) => id),
    );
    if (due.length === 0) return;
    const now = context.clock.now();
    const { steps, positions } = decide(context, locked, due);
    for (const [id, position] of positions) await savePosition(transaction, id, position, now);
    for (const step of steps) {
      await markApplied(transaction, {
        positionId: step.locked.id,
        actionId: step.action.action_id,
        before: step.before,
        after: step.after,
        amount: step.amount,
        at: now,
      });
    }
    await post(transaction, customerId, steps, now);
    await tell(context, transaction, customerId, steps, now);
  });
}

function decide(
  context: ApplyingContext,
  locked: readonly LockedPosition[],
  due: readonly DueAction[],
): { steps: Step[]; positions: ReadonlyMap<bigint, AdjustablePosition> } {
  const byId = new Map(locked.map((row) => [row.id, row]));
  const positions = new Map<bigint, AdjustablePosition>();
  const steps: Step[] = [];
  for (const action of due) {
    const row = byId.get(action.position_id);
    if (row === undefined) continue;
    const position = positions.get(row.id) ?? adjustable(row);
    // A split before it has ended the position, or cancelled the order.
    if (position.status === positionStatuses.closed) continue;
    if (position.status === positionStatuses.cancelled) continue;
    const adjusted = applyOne(context, row, position, action);
    positions.set(row.id, adjusted.position);
    const wasHeld = position.status !== positionStatuses.pending;
    const cancelled = adjusted.position.status === positionStatuses.cancelled;
    steps.push({
      locked: row,
      action,
      wasHeld,
      before: sharesConcerned(position),
      after: cancelled ? shares(0n) : sharesConcerned(adjusted.position),
      amount: adjusted.cash,
      released: adjusted.released,
    });
  }
  return { steps, positions };
}

function applyOne(
  { quotes }: ApplyingContext,
  { market, code }: LockedPosition,
  position: AdjustablePosition,
  action: DueAction,
): Adjusted {
  const { ex_date, numerator, denominator, per_share, close_before } = action;
  if (numerator !== null && denominator !== null) {
    const instrument = quotes.instrument(market, code);
    return applySplit(position, {
      split: { numerator, denominator, closeBefore: close_before },
      grid: { tickClass: instrument?.tickClass ?? "standard", date: ex_date },
      lotSize: instrument?.lotSize ?? shares(1n),
    });
  }
  if (per_share === null) throw new Error(`action ${action.action_id} has no terms`);
  return { position, cash: dividendOf(position, per_share), released: zeroMinor };
}

function adjustable(row: LockedPosition): AdjustablePosition {
  return {
    market: row.market,
    side: row.side,
    status: row.status,
    quantity: row.quantity,
    limitPrice: row.limit_price,
    opened: row.opened,
    closed: row.closed,
    openPrice: row.open_price,
    closeValue: row.close_value,
    cost: row.cost,
    openFee: row.open_fee,
    reserved: row.reserved,
    basisClosed: row.basis_closed,
    proceeds: row.proceeds,
    realised: row.realised,
    closingQuantity: row.closing_quantity,
    closingPrice: row.closing_price,
  };
}

/** Dividends come from the house's dividends, fractions from the market that they are sold to. */
async function post(
  transaction: Transaction,
  customerId: bigint,
  steps: readonly Step[],
  now: number,
): Promise<void> {
  const accounts = await customerAccounts(transaction, customerId);
  for (const { locked, action, amount, released } of steps) {
    const currency = settlementCurrency(locked.market);
    const own = (purpose: Purpose): bigint => {
      const id = accounts.get(accountKey(currency, purpose));
      if (id === undefined) throw new Error(`customer ${customerId} has no account in ${currency}`);
      return id;
    };
    const move = async (kind: string, from: bigint, moved: Minor): Promise<void> => {
      if (moved === 0n) return;
      await postTransfer(transaction, {
        kind,
        causeId: locked.id,
        happenedAt: now,
        currency,
        entries: [
          { accountId: own("available"), amount: moved },
          { accountId: from, amount: negateMinor(moved) },
        ],
      });
    };
    const isSplit = action.kind === "split";
    const payer: HousePurpose = isSplit ? "market" : "dividends";
    const house = await houseAccount(transaction, currency, payer);
    await move(isSplit ? "split_fraction" : "dividend", house, amount);
    await move("order_released", own("reserved_orders"), released);
  }
}

/** One message an action, however many positions of the stock there are. */
async function tell(
  { quotes }: ApplyingContext,
  transaction: Transaction,
  customerId: bigint,
  steps: readonly Step[],
  now: number,
): Promise<void> {
  const byAction = Map.groupBy(
    steps.filter(({ wasHeld }) => wasHeld),
    ({ action }) => action.action_id,
  );
  for (const group of byAction.values()) {
    const [first] = group;
    if (first === undefined) continue;
    const { locked, action } = first;
    const { market, code } = locked;
    const currency = settlementCurrency(market);
    const names = quotes.instrument(market, code)?.names ?? { jp: code, cn: code, us: code };
    const sum = (part: (step: Step) => bigint) =>
      group.reduce((total, step) => total + part(step), 0n);
    await sendMessage(transaction, {
      customerId,
      kind: action.kind === "split" ? "stock_split" : "dividend_paid",
      at: now,
      link: `/position/info?id=${locked.id}`,
      params: {
        code,
        name_jp: names.jp,
        name_cn: names.cn,
        name_us: names.us,
        currency,
        before: formatShares(shares(sum(({ before }) => before))),
        after: formatShares(shares(sum(({ after }) => after))),
        amount: formatMinor(minor(sum(({ amount }) => amount)), currency),
        ...(action.numerator !== null && { numerator: action.numerator.toString() }),
        ...(action.denominator !== null && { denominator: action.denominator.toString() }),
        ...(action.per_share !== null && { per_share: formatPrice(action.per_share, currency) }),
      },
    });
  }
  await publishWith(transaction, customerId, { kind: "balance_changed" });
}
