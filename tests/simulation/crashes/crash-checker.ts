import { rows, sql, type Reader } from "../../../apps/server/src/platform/sql/database.ts";
import { findBookFaults } from "../order-checker.ts";
import type { Told } from "./caller.ts";
import { possibleEnds, windowsOf, type Operation } from "./linearizable.ts";

/**
 * Everything that does not hold between what customers were told during a run and what is there
 * afterwards. Summing to zero does not detect loss: each answer is looked for by itself.
 */
export async function findCrashFaults(
  reader: Reader,
  run: {
    told: readonly Told[];
    histories: ReadonlyMap<string, readonly Operation[]>;
    /** Moments at which the clock was moved: dividends may have changed balances there. */
    jumps: readonly number[];
  },
): Promise<{ faults: string[]; windows: number }> {
  const histories = findHistoryFaults(run.histories, run.jumps);
  return {
    faults: [
      ...(await findBookFaults(reader)),
      ...(await findToldFaults(reader, run.told)),
      ...histories.faults,
    ],
    windows: histories.windows,
  };
}

/** Of an opening, `quantity_filled` was filled at once; of a closing, `quantity`, unless it only waits. */
type ToldOrder = {
  id: string;
  quantity: string;
  quantity_filled?: string;
  quantity_waiting: string;
  amount: string;
  fee: string;
  filled_at: string | null;
};

/** Every accepted request has its own effect, and there is no effect without an accepted request. */
async function findToldFaults(reader: Reader, told: readonly Told[]): Promise<string[]> {
  const faults: string[] = [];
  const left = await fillsThere(reader);
  const positions = await positionsThere(reader);
  const toldPositions = new Set<string>();
  const mayFillLater = new Set<string>();
  for (const { path, input, body, account } of told) {
    if (body.status !== 1) continue;
    const data = body.data as ToldOrder;
    const isOpening = path === "/trade/place-order";
    if (isOpening) {
      if (toldPositions.has(data.id)) faults.push(`two orders were told of position ${data.id}`);
      toldPositions.add(data.id);
      const own = positions.get(data.id);
      const asked = `${account} ${input["type"]} ${input["code"]} ${input["side"]} ${input["quantity"]}`;
      if (own === undefined) faults.push(`position ${data.id} was told and is not there`);
      else if (own !== null && own !== asked)
        faults.push(`position ${data.id} is "${own}", asked was "${asked}"`);
    }
    if (data.quantity_waiting !== "0") mayFillLater.add(data.id);
    if (data.filled_at === null) continue;
    const filled = data.quantity_filled ?? data.quantity;
    const key = `${data.id} ${isOpening ? "opening" : "closing"} ${filled} ${data.amount} ${data.fee}`;
    const count = left.get(key) ?? 0;
    if (count === 0) faults.push(`a customer was told of "${key}", which is not there`);
    else left.set(key, count - 1);
  }
  for (const id of positions.keys()) {
    if (!toldPositions.has(id)) faults.push(`position ${id} is there, and nobody was told of it`);
  }
  for (const [key, count] of left) {
    const [id = ""] = key.split(" ");
    if (count > 0 && !mayFillLater.has(id)) {
      faults.push(`"${key}" happened ${count} times more often than anybody was told`);
    }
  }
  return faults;
}

/** How often each fill is there, amounts as the wire writes them; forced sales are nobody's request. */
async function fillsThere(reader: Reader): Promise<Map<string, number>> {
  const found = await rows(
    reader,
    sql<{ key: string; count: bigint }>`
      SELECT key, count(*) AS count FROM (
        SELECT f.position_id || ' '
          || CASE WHEN (f.side = 'buy') = (p.side = 'long') THEN 'opening' ELSE 'closing' END || ' '
          || f.quantity || ' '
          || CASE p.market WHEN 'jpy' THEN f.amount::text ELSE to_char(f.amount / 100.0, 'FM999999999990.00') END
          || ' '
          || CASE p.market WHEN 'jpy' THEN f.fee::text ELSE to_char(f.fee / 100.0, 'FM999999999990.00') END
          AS key
        FROM fill f JOIN position p ON p.id = f.position_id
        WHERE NOT EXISTS (SELECT FROM forced_sale s
          WHERE s.position_id = f.position_id AND s.number = f.number)
      ) fills GROUP BY key`,
  );
  return new Map(found.map(({ key, count }) => [key, Number(count)]));
}

/** What each position is of; null where a split has changed it. */
async function positionsThere(reader: Reader): Promise<Map<string, string | null>> {
  const found = await rows(
    reader,
    sql<{ id: string; asked: string | null }>`
      SELECT p.id::text, CASE WHEN NOT EXISTS (
          SELECT FROM position_action a JOIN corporate_action x ON x.id = a.action_id
          WHERE a.position_id = p.id AND x.kind = 'split')
        THEN c.account || ' ' || p.market || ' ' || p.code || ' ' || p.side || ' ' || p.quantity
        END AS asked
      FROM listed_position p JOIN customer c ON c.id = p.customer_id`,
  );
  return new Map(found.map(({ id, asked }) => [id, asked]));
}

/** Each customer's reads and purchases have an order that explains every one of them. */
function findHistoryFaults(
  histories: ReadonlyMap<string, readonly Operation[]>,
  jumps: readonly number[],
): { faults: string[]; windows: number } {
  const faults: string[] = [];
  let windows = 0;
  for (const [account, history] of histories) {
    let ends: ReadonlySet<bigint> | null = null;
    let endedAt = -Infinity;
    for (const window of windowsOf(history)) {
      if (window === null) {
        ends = null;
        continue;
      }
      const until = Math.max(...window.map(({ answeredAt }) => answeredAt));
      const hasJump = jumps.some((at) => at > endedAt && at < until);
      endedAt = until;
      if (hasJump) {
        ends = null;
        continue;
      }
      windows += 1;
      const next: Set<bigint> = possibleEnds(window, ends);
      const hasRead = window.some(({ effect }) => effect.kind === "read");
      if (next.size === 0 && (ends !== null || hasRead)) {
        faults.push(`no order explains what ${account} was told: ${describe(window, ends)}`);
      }
      ends = next.size === 0 ? null : next;
    }
  }
  return { faults, windows };
}

function describe(window: readonly Operation[], starts: ReadonlySet<bigint> | null): string {
  const lines = window.map(({ askedAt, answeredAt, effect }) => {
    const what = effect.kind === "read" ? `saw ${effect.balance}` : `added ${effect.amount}`;
    return `[${askedAt.toFixed(1)}, ${answeredAt.toFixed(1)}] ${what}`;
  });
  return `from ${starts === null ? "anything" : [...starts].join(" or ")}: ${lines.join("; ")}`;
}
