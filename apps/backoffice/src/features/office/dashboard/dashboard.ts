import { dashboardSpans } from "@sanshi/contract/constants";
import { paths } from "../../../app/paths.ts";
import type { Output } from "../../../shared/calls.ts";

export type Dashboard = Output<"/api/ops/dashboard">;

export const spans = dashboardSpans;
export type Span = (typeof spans)[number];

/** What moved on the house's accounts in those days, both included. */
export function dailyBooks(from: string, to: string): string {
  return `${paths.books}?tab=daily&from=${from}&to=${to}`;
}
