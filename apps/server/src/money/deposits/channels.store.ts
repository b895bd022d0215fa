import type { Currency } from "@sanshi/money";
import {
  firstRow,
  rows,
  sql,
  timestamp,
  type Reader,
  type Transaction,
} from "../../platform/sql/database.ts";
import type { ChannelText } from "./channels.rules.ts";
import type { StoredChannel, WithdrawChannelRow } from "./channels.sql-types.ts";

export type { StoredChannel } from "./channels.sql-types.ts";

const columns = sql`id, currency, name, instructions, account_name, account_number, bank_name,
  branch_name, minimum, maximum, hours_from, hours_to, days, closes, position, simulated, demo,
  withdrawn_at, holds_from`;

/** What is to be replaced is offered until what replaces it is. */
const isNotWithdrawn = sql`(withdrawn_at IS NULL OR withdrawn_at > app_now())`;
const isOffered = sql`(${isNotWithdrawn} AND (holds_from IS NULL OR holds_from <= app_now()))`;

export function listChannels(reader: Reader, currency: Currency | null): Promise<StoredChannel[]> {
  return rows(
    reader,
    sql<StoredChannel>`SELECT ${columns} FROM deposit_channel
      WHERE ${isOffered} AND (${currency}::text IS NULL OR currency = ${currency}::text)
      ORDER BY position, id`,
  );
}

/** Those that were withdrawn too, after the others. */
export function listAllChannels(reader: Reader): Promise<StoredChannel[]> {
  return rows(
    reader,
    sql<StoredChannel>`SELECT ${columns} FROM deposit_channel
      ORDER BY NOT ${isNotWithdrawn}, position, id`,
  );
}

/** One that is offered, or announced. */
export function findPlannedChannel(reader: Reader, id: bigint): Promise<StoredChannel | undefined> {
  return firstRow(
    reader,
    sql<StoredChannel>`SELECT ${columns} FROM deposit_channel
      WHERE id = ${id} AND ${isNotWithdrawn}`,
  );
}

/** One that is offered. */
export function findChannel(reader: Reader, id: bigint): Promise<StoredChannel | undefined> {
  return firstRow(
    reader,
    sql<StoredChannel>`SELECT ${columns} FROM deposit_channel
      WHERE id = ${id} AND ${isOffered}`,
  );
}

/** Nothing happens where a demo of this currency was made before, also one that was withdrawn. */
export async function insertChannel(
  reader: Reader,
  channel: ChannelText & {
    simulated: boolean;
    demo: boolean;
    holdsFrom: number | null;
    replaces: bigint | null;
  },
): Promise<void> {
  await sql`INSERT INTO deposit_channel (currency, name, instructions, account_name, account_number,
      bank_name, branch_name, minimum, maximum, hours_from, hours_to, days, closes, position,
      simulated, demo, holds_from, replaces)
    VALUES (${channel.currency}, ${JSON.stringify(channel.name)},
      ${JSON.stringify(channel.instructions)}, ${channel.account_name}, ${channel.account_number},
      ${channel.bank_name}, ${channel.branch_name}, ${channel.minimum}, ${channel.maximum},
      ${channel.hours_from}, ${channel.hours_to}, ${channel.days}, ${channel.closes},
      ${channel.position}, ${channel.simulated}, ${channel.demo},
      ${channel.holdsFrom === null ? null : timestamp(channel.holdsFrom)},
      ${channel.replaces})
    ON CONFLICT (currency) WHERE demo DO NOTHING`.execute(reader);
}

/** False where it is not offered any more. It is offered until then, so that another takes its place. */
export async function endChannel(
  transaction: Transaction,
  id: bigint,
  at: number,
): Promise<boolean> {
  const result = await sql`UPDATE deposit_channel SET withdrawn_at = ${timestamp(at)}
    WHERE id = ${id} AND ${isNotWithdrawn}`.execute(transaction);
  return result.numAffectedRows === 1n;
}

/**
 * At once; false where it is not offered any more. What was to take the place of one that never began
 * takes that of the one before, which stays until then, and for good where nothing does.
 */
export async function withdrawChannel(
  transaction: Transaction,
  id: bigint,
  at: number,
): Promise<boolean> {
  const planned = await firstRow(
    transaction,
    sql<WithdrawChannelRow>`SELECT replaces, holds_from > app_now() AS is_ahead FROM deposit_channel
      WHERE id = ${id} AND ${isNotWithdrawn} FOR UPDATE`,
  );
  if (planned === undefined) return false;
  await endChannel(transaction, id, at);
  if (planned.is_ahead !== true || planned.replaces === null) return true;
  // Of two that were to take its place and are withdrawn at once, the second sees the first gone.
  await sql`SELECT FROM deposit_channel WHERE id = ${planned.replaces} FOR UPDATE`.execute(
    transaction,
  );
  await sql`UPDATE deposit_channel SET replaces = ${planned.replaces}
    WHERE replaces = ${id} AND ${isNotWithdrawn}`.execute(transaction);
  await sql`UPDATE deposit_channel SET withdrawn_at = (
      SELECT min(other.holds_from) FROM deposit_channel AS other
      WHERE other.replaces = ${planned.replaces}
        AND (other.withdrawn_at IS NULL OR other.withdrawn_at > app_now()))
    WHERE id = ${planned.replaces} AND withdrawn_at > app_now()`.execute(transaction);
  return true;
}
