import type { RecordGroup, RecordHolds } from "@sanshi/contract";
import type { Currency } from "@sanshi/money";
import type { Context } from "../../context.ts";
import { accept } from "../../platform/outcome.ts";
import {
  exportRecords,
  fundRecord,
  fundRecords,
  fundSumsOf,
  startKeepingNames,
  type RecordFilter,
} from "./records.ts";

export async function recordsFeature(context: Context): Promise<{ stop(): Promise<void> }> {
  const { http } = context;
  http.handle("/user/fund-records", async ({ input, customer }) => {
    const outcome = await fundRecords(context, customer, filterOf(input), {
      cursor: input.cursor,
      limit: Number(input.limit),
    });
    if (!outcome.ok) return outcome;
    return accept({ items: outcome.value.items, next_cursor: outcome.value.nextCursor });
  });
  http.handle("/user/fund-sums", ({ input, customer }) =>
    fundSumsOf(context, customer, {
      currency: input.currency ?? null,
      group: input.kind,
      from: Date.parse(input.from),
      to: Date.parse(input.to),
    }),
  );
  http.handle("/user/fund-record", ({ input, customer }) =>
    fundRecord(context, customer, BigInt(input.id)),
  );
  http.handle("/user/export-records", async ({ input, customer }) => {
    const outcome = await exportRecords(context, customer, filterOf(input), input);
    if (!outcome.ok) return outcome;
    const { fileName, csv, workbook, rows, truncated } = outcome.value;
    const base64 = workbook?.toString("base64") ?? null;
    return accept({ file_name: fileName, csv, base64, rows, truncated });
  });
  return startKeepingNames(context);
}

function filterOf(input: {
  currency?: Currency | undefined;
  kind: RecordGroup;
  holds: RecordHolds;
  q?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}): RecordFilter {
  return {
    currency: input.currency ?? null,
    group: input.kind,
    holds: input.holds,
    q: input.q ?? "",
    from: input.from === undefined ? null : Date.parse(input.from),
    to: input.to === undefined ? null : Date.parse(input.to),
  };
}
