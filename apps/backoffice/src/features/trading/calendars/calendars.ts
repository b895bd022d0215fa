import type { Output } from "../../../shared/calls.ts";

export type Calendars = Output<"/api/ops/calendars">;
export type CalendarYear = Calendars["years"][number];
export type Closing = Calendars["closings"][number];
/** A notice as it was read, beside the year as it stands. */
export type ReadYear = Output<"/api/ops/calendars/read">;
