import { z } from "zod";
import { defineOperatorCall } from "../operator-call.ts";
import { decimal, marketType } from "../wire.ts";
import { stockPool } from "./stock-lending.ts";

const reported = z.object({
  ...stockPool.shape,
  lenders: z.int(),
  /** What is lent and what is short at the newest price. */
  lent_value: decimal,
  short_value: decimal,
});

export const lendingReport = z
  .object({
    currency: z.string(),
    lent_value: decimal,
    borrowed_value: decimal,
    short_value: decimal,
    lenders: z.int(),
    automatic: z.int(),
    /** Paid to lenders so far. */
    paid: decimal,
    stocks: z.array(reported),
  })
  .meta({ id: "LendingReport" });

export type LendingReport = z.output<typeof lendingReport>;

export const stockLendingAdminCalls = {
  "/api/ops/stock-lending": defineOperatorCall({
    summary: "A market's pool of lent shares: by stock, with utilisation and exposure",
    method: "GET",
    permission: "view_books",
    input: z.strictObject({ type: marketType }),
    output: lendingReport,
    refusals: [],
  }),
};
