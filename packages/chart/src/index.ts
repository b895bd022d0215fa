export type { Bar, Tick, TimeSharePoint } from "./bars.ts";
export { applyTick, applyTickToDayLine, startOfPoint } from "./bars.ts";
export type { BarPeriod } from "./bars.ts";
export { buildSessionAxis, type SessionAxis, type SessionSpan } from "./session-axis.ts";
export type { MainIndicator, SubIndicator } from "./indicators.ts";
export { mainIndicators, subIndicators } from "./indicators.ts";
export type { FillGroup, FillLetters, FillMark } from "./fill-marks.ts";
export { barTimeOf, groupFills } from "./fill-marks.ts";
export type { Auction } from "./time-share-marks.tsx";
