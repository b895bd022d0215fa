import type { Context } from "../../context.ts";
import type { StoredBlock } from "./offers.store.ts";

/** What messages call a stock by: of what is no longer listed the code stands for the name. */
export function stockParams(
  { quotes }: Pick<Context, "quotes">,
  { market, code }: Pick<StoredBlock, "market" | "code">,
): Record<string, string> {
  const names = quotes.names(market, code);
  return { name_jp: names.jp, name_cn: names.cn, name_us: names.us, code };
}
