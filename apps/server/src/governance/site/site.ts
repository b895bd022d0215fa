import {
  clockAnnouncedSecondsMin,
  iso,
  isSettingValue,
  parseAmounts,
  parseDays,
  parseHours,
  parseWhole,
  siteSettingNames,
  siteSettings,
  standardText,
  type Amounts,
  type LoanCurrency,
  type ServiceDays,
  type SiteSettingName,
} from "@sanshi/contract";
import type { Context } from "../../context.ts";
import { accept, refuse, type Outcome } from "../../platform/outcome.ts";
import { firstRow, rows, sql, timestamp, type Reader } from "../../platform/sql/database.ts";
import { findPendingProposal, inputOf, type StoredProposal } from "../approvals/approvals.ts";
import type { ConfigEntry, LeastSinceRow, MarketOfRow } from "./site.sql-types.ts";

export {
  endOfNextDay,
  serviceHours,
  type OpeningHours,
  type ServiceHours,
} from "./service-hours.rules.ts";

export type { ConfigEntry } from "./site.sql-types.ts";

export const clockMoveKind = "clock_move";
/** There is one clock: a second proposal is refused while one waits. */
export const clockMoveSubject = "clock";

/** What the rules of other features work with; an entry whose text makes no sense counts as unchanged. */
export type SiteRules = {
  withdrawalHours: { from: string; to: string };
  withdrawalDays: ServiceDays;
  withdrawalMinimum: Amounts;
  withdrawalMaximum: Amounts;
  withdrawalRequiresNoPositions: boolean;
  withdrawalArrivalMinutes: number;
  withdrawalsUnderReviewMax: number;
  withdrawalFourEyes: boolean;
  bankCardCoolingOffHours: number;
  resetHoldHours: number;
  depositMinimum: Amounts;
  depositMaximum: Amounts;
  depositFourEyes: boolean;
  depositFourEyesFrom: Amounts;
  depositReviewMinutes: number;
  loanBasisPoints: Readonly<Record<LoanCurrency, number>>;
  loanCapital: Amounts;
  loanCoolingOffDays: number;
  allowPartialRepayment: boolean;
  loanFourEyes: boolean;
  /** Shares of each stock that the house lends to shorts; null where institutions lend without a limit. */
  houseLendsShares: bigint | null;
  /** Whether orders can be given for New York's extended hours. */
  extendedHours: boolean;
  correctionObjectionFrom: Amounts;
  healthInsuranceCardAccepted: boolean;
};

/**
 * Every setting with its value, now or at a moment before (milliseconds): of its changes the newest that
 * had begun, and without any what `config_entry` says.
 */
export async function siteEntries(
  reader: Reader,
  at: number | null = null,
): Promise<Record<SiteSettingName, string>> {
  const moment = at === null ? sql`app_now()` : sql`${timestamp(at)}::timestamptz`;
  const stored = await rows(
    reader,
    sql<ConfigEntry>`SELECT name, value FROM (
        SELECT name, value, 0 AS id FROM config_entry
        UNION ALL
        SELECT name, value, id FROM site_setting_change WHERE effective_from <= ${moment}) said
      WHERE name = ANY (${[...siteSettingNames]}::text[]) ORDER BY id`,
  );
  const market = await marketOf(reader);
  const changed = new Map(stored.map(({ name, value }) => [name, value]));
  const entries = siteSettingNames.map((name) => {
    const value = changed.get(name);
    const holds = value !== undefined && isSettingValue(name, value);
    return [name, holds ? value : standardText(name, market)] as const;
  });
  return Object.fromEntries(entries) as Record<SiteSettingName, string>;
}

/** The smallest that a setting has been since a moment: what was begun then keeps the best that it was promised. */
export async function leastSince(reader: Reader, name: WholeSetting, at: number): Promise<number> {
  const then = (await siteEntries(reader, at))[name];
  // One that was decided later and began sooner has taken its place.
  const since = await rows(
    reader,
    sql<LeastSinceRow>`SELECT value FROM site_setting_change change
      WHERE name = ${name} AND effective_from > ${timestamp(at)} AND effective_from <= app_now()
        AND NOT EXISTS (SELECT FROM site_setting_change later WHERE later.name = change.name
          AND later.id > change.id AND later.effective_from <= change.effective_from)`,
  );
  const values = [then, ...since.map(({ value }) => value)];
  return Math.min(...values.map((value) => known(parseWhole(value, siteSettings[name]))));
}

/** Whether money here is real; the strict one until the database is claimed by either. */
async function marketOf(reader: Reader): Promise<"simulated" | "live"> {
  const row = await firstRow(reader, sql<MarketOfRow>`SELECT market_kind FROM instance`);
  return row?.market_kind ?? "live";
}

/** The rules that hold now, or held at a moment before. */
export async function siteRules(reader: Reader, at: number | null = null): Promise<SiteRules> {
  const entries = await siteEntries(reader, at);
  const whole = (name: WholeSetting) => known(parseWhole(entries[name], siteSettings[name]));
  return {
    withdrawalHours: known(parseHours(entries.withdrawal_hours)),
    withdrawalDays: known(parseDays(entries.withdrawal_days)),
    withdrawalMinimum: known(parseAmounts(entries.withdrawal_minimum)),
    withdrawalMaximum: known(parseAmounts(entries.withdrawal_maximum)),
    withdrawalRequiresNoPositions: entries.withdrawal_requires_no_positions === "on",
    withdrawalArrivalMinutes: whole("withdrawal_arrival_minutes"),
    withdrawalsUnderReviewMax: whole("withdrawals_under_review_max"),
    withdrawalFourEyes: entries.withdrawal_four_eyes === "on",
    bankCardCoolingOffHours: whole("bank_card_cooling_off_hours"),
    resetHoldHours: whole("reset_hold_hours"),
    depositMinimum: known(parseAmounts(entries.deposit_minimum)),
    depositMaximum: known(parseAmounts(entries.deposit_maximum)),
    depositFourEyes: entries.deposit_four_eyes === "on",
    depositFourEyesFrom: known(parseAmounts(entries.deposit_four_eyes_from)),
    depositReviewMinutes: whole("deposit_review_minutes"),
    loanBasisPoints: {
      JPY: whole("loan_rate_jpy"),
      USD: whole("loan_rate_usd"),
      CNY: whole("loan_rate_cny"),
    },
    loanCapital: known(parseAmounts(entries.loan_capital)),
    loanCoolingOffDays: whole("loan_cooling_off_days"),
    allowPartialRepayment: entries.allow_partial_repayment === "on",
    houseLendsShares:
      entries.short_borrow_unlimited === "on" ? null : BigInt(whole("house_lends_shares")),
    loanFourEyes: entries.loan_four_eyes === "on",
    extendedHours: entries.extended_hours === "on",
    correctionObjectionFrom: known(parseAmounts(entries.correction_objection_from)),
    healthInsuranceCardAccepted: entries.health_insurance_card_accepted === "on",
  };
}

type WholeSetting = {
  [Name in SiteSettingName]: (typeof siteSettings)[Name]["kind"] extends "whole" ? Name : never;
}[SiteSettingName];

/** Every entry was held against `isSettingValue` before. */
function known<Value>(value: Value | null): Value {
  if (value === null) throw new Error("a setting's text makes no sense");
  return value;
}

/** Whether there is a market in extended hours: not where trading never closes, nor of a record without such bars. */
export function hasExtendedHours({ feed, hours }: Pick<Context, "feed" | "hours">): boolean {
  const keeps = typeof hours === "string" ? hours : hours.keeps;
  return keeps === "exchange" && feed.extended !== undefined;
}

/** Everything that a customer's app may know before anybody signed in. */
export async function publicConfig(context: Context): Promise<ConfigEntry[]> {
  const entries = await siteEntries(context.database.reader);
  const shown = siteSettingNames.filter((name) => siteSettings[name].public);
  const now = context.clock.now();
  const move = await announcedMove(context);
  return [
    ...shown.map((name) => ({
      name,
      // A feed without such prices offers nothing, whatever is set.
      value: name === "extended_hours" && !hasExtendedHours(context) ? "off" : entries[name],
    })),
    { name: "simulated", value: String(context.feed.kind === "simulated") },
    {
      name: "market_hours",
      value: typeof context.hours === "string" ? context.hours : context.hours.keeps,
    },
    {
      name: "prices_foreseeable",
      value: String(context.pin.isForeseeable(now)),
    },
    { name: "now", value: iso(now) },
    { name: "clock_move_to", value: move?.to ?? "" },
    { name: "clock_move_from", value: move?.from ?? "" },
  ];
}

/** The move of the simulated clock that waits for its second operator, and from when that one may approve it. */
export async function announcedMove({
  clock,
  database,
  feed,
}: Context): Promise<{ proposal: StoredProposal; to: string; from: string } | null> {
  if (feed.kind !== "simulated") return null;
  const proposal = await findPendingProposal(database.reader, clockMoveKind, clockMoveSubject);
  if (proposal === undefined || proposal.expires_at <= clock.now()) return null;
  const { to } = inputOf(clockMoveKind, proposal);
  return { proposal, to, from: iso(announcedUntil(proposal)) };
}

/** Customers see a proposed move for a while before it can be approved; milliseconds since the epoch. */
export function announcedUntil({ proposed_at: proposedAt }: StoredProposal): number {
  return proposedAt + clockAnnouncedSecondsMin * 1_000;
}

export async function serviceLink(context: Context): Promise<Outcome<ConfigEntry[]>> {
  const { kefu } = await siteEntries(context.database.reader);
  return kefu === "" ? refuse("service_link_unavailable") : accept([{ name: "kefu", value: kefu }]);
}
