import type { ReasonSentences } from "@sanshi/contract";
import { divide, formatScaled, minorDigits, type Currency } from "@sanshi/money";

/** A unit's value with two decimals more than its currency has. */
export function unitValueText(unitValue: bigint, currency: Currency): string {
  return formatScaled(divide(unitValue, 10_000n, "floor"), minorDigits(currency) + 2);
}

/** As messages carry a name: each reader's language is chosen where it is read. */
export function productNames({ names }: { names: ReasonSentences }): Record<string, string> {
  return { name_jp: names.jp, name_cn: names.cn, name_us: names.us };
}
