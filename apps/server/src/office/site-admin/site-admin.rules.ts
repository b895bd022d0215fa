import {
  isSettingValue,
  parseAmounts,
  resetHoldHoursMin,
  siteSettings,
  type AnyRefusalCode,
  type SiteSettingName,
} from "@sanshi/contract";
import { currencies } from "@sanshi/money";

export type Settings = Readonly<Record<SiteSettingName, string>>;

const titleLengthMax = 60;
/** The least and the most of the same thing: one of them never passes the other. */
const ranges: readonly (readonly [SiteSettingName, SiteSettingName])[] = [
  ["withdrawal_minimum", "withdrawal_maximum"],
  ["deposit_minimum", "deposit_maximum"],
];

/**
 * In the contract's order; null where the value may be proposed. What is planned and has not begun counts
 * for the bounds, and is cancelled by proposing what holds now.
 */
export function objectToSetting(
  name: SiteSettingName,
  value: string,
  now: Settings,
  planned: Partial<Settings> = {},
): AnyRefusalCode | null {
  if (!isSettingValue(name, value) || !isSound(name, value)) return "setting_invalid";
  if (!rangesHold({ ...now, [name]: value })) return "setting_invalid";
  if (!rangesHold({ ...now, ...planned, [name]: value })) return "setting_invalid";
  return (planned[name] ?? now[name]) === value ? "setting_unchanged" : null;
}

/** What a setting cannot be below where real money is at stake; nothing for one that has no such bound. */
export function leastOf(name: SiteSettingName, feedKind: "simulated" | "live"): number {
  return name === "reset_hold_hours" && feedKind === "live" ? resetHoldHoursMin : -Infinity;
}

/** What a text alone cannot be, beyond its kind's spelling. */
function isSound(name: SiteSettingName, value: string): boolean {
  if (siteSettings[name].kind !== "text") return true;
  if (value.trim() !== value) return false;
  if (name === "title") return value.length <= titleLengthMax;
  // A picture of this site, or of another by a safe connection.
  return /^\/[\w./-]+$/.test(value) || /^https:\/\/[^\s"'<>]+$/.test(value);
}

function rangesHold(settings: Settings): boolean {
  return ranges.every(([least, most]) => {
    const [from, to] = [parseAmounts(settings[least]), parseAmounts(settings[most])];
    return (
      from === null || to === null || currencies.every((currency) => from[currency] <= to[currency])
    );
  });
}
