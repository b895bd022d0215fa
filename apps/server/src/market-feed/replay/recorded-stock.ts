import type { CorporateAction, Instrument } from "../market-feed.ts";
import type { DaySeries } from "./day-series.ts";
import type { AdjustmentKind } from "./derived-actions.ts";
import type { RecordedBar } from "./recorded-rows.ts";

/** One stock as it was recorded; bars oldest first. */
export type RecordedStock = {
  instrument: Instrument;
  days: DaySeries;
  minutes: RecordedBar[];
  actions: CorporateAction[];
  /** What the file tells beside its closes, until the actions are made of it. */
  adjustment: AdjustmentKind | null;
};
