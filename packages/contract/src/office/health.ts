import { defineOperatorCall } from "../operator-call.ts";
import { nothing, time, marketKey } from "../wire.ts";
import { bookCheckRun } from "./books.ts";
import { backupKinds, healthChecks, healthQueues, preparedRules } from "./constants.ts";
import { recordFaults, recordNotices } from "../market/record-faults.ts";
import { z } from "zod";

const count = z.int().min(0);

/** Milliseconds; null where nothing was measured yet. */
const milliseconds = z.number().min(0).nullable();

export const healthCalls = {
  "/api/ops/health": defineOperatorCall({
    summary: "How this process, its database, its feed and its queues are, for the person on duty",
    method: "GET",
    permission: "view_health",
    input: nothing,
    output: z.object({
      at: time,
      /** As `/readyz` has them. */
      checks: z.array(z.object({ name: z.enum(healthChecks), ok: z.boolean() })),
      feed: z.array(
        z.object({
          type: marketKey,
          /** Whether continuous trading is on, so that quotes are expected. */
          open: z.boolean(),
          /** How long ago the feed delivered anything of the market, in real time. */
          delivered_ms_ago: milliseconds,
          instruments: count,
        }),
      ),
      /** What a replay has taken of its folder; null of a market that is no replay. */
      record: z
        .object({
          stock_count: count,
          /** The first of them, by market and code; dates are the record's. */
          stocks: z.array(
            z.object({
              type: marketKey,
              code: z.string(),
              /** Bars of days, and bars within them. */
              days: count,
              minutes: count,
              /** Bars of New York's extended hours, beside those. */
              extended: count,
              from: z.iso.date(),
              until: z.iso.date(),
            }),
          ),
          /** What was not taken or is to be looked at; record-texts/ has a sentence for each reason. */
          left_out: z.array(
            z.object({
              reason: z.enum([...recordFaults, ...recordNotices]),
              file: z.string(),
              /** Of the first row, counted from 1; 0 of a whole file. */
              line: count,
              rows: count,
              found: z.string().nullable(),
              values: z.record(z.string(), z.string()),
            }),
          ),
          /** So many remarks more, of so many rows. */
          left_out_more: z.object({ rows: count, faults: count }).nullable(),
        })
        .nullable(),
      /** Of the answers to orders, from the call's arrival to its answer, over the last five minutes. */
      orders: z.object({ count, p50_ms: milliseconds, p99_ms: milliseconds, faults: count }),
      queues: z.array(
        z.object({ name: z.enum(healthQueues), waiting: count, oldest_at: time.nullable() }),
      ),
      /** What the queue of that name counts; the day is Japan's. */
      rule_changes: z.array(z.object({ rule: z.enum(preparedRules), on: z.iso.date() })),
      margin: z.object({ accounts_in_call: count, forced_sales_today: count }),
      /** The last time that the books were held against themselves; null before the first. */
      books: bookCheckRun.nullable(),
      /** Of the base backups, the log and the documents; `own`: another PostgreSQL, backed up by its own means. */
      backups: z.object({
        kind: z.enum(backupKinds),
        /** When the newest base backup was complete, and up to when the log was shipped; null before the first. */
        backed_up_at: time.nullable(),
        log_at: time.nullable(),
        /** The newest moment to which one can go back, as far as the backups were read; null where there is none. */
        restorable_to: time.nullable(),
        /** Why the last backup failed, or what is missing or damaged, in English. */
        trouble: z.string().nullable(),
        holes: z.array(z.string()).max(20),
      }),
      /** How the machine's clock was set while the service ran or stood still; its own time goes on smoothly. */
      clock: z.object({
        steps: count,
        /** What is added to the machine's clock now; it comes to nothing at 5 ms a second. */
        correction_ms: z.int(),
        /** Null before the first. */
        latest: z
          .object({
            at: time,
            /** By how much the machine's clock moved; negative where it was set back. */
            stepped_ms: z.int(),
            /** Host and process id of the instance that noticed it. */
            noticed_by: z.string(),
          })
          .nullable(),
      }),
      /** The end of the audit log, signed, as customers get it. */
      audit_head: z.string(),
      /** What was logged as a warning or an error since the process started, the newest first. */
      troubles: z.object({
        warnings: count,
        errors: count,
        latest: z.array(z.object({ at: time, level: z.enum(["warn", "error"]), text: z.string() })),
      }),
      database: z.object({
        bytes: z.number(),
        connections: count,
        connections_max: count,
        /** Seconds that the longest transaction has been going on. */
        longest_transaction_seconds: z.number().min(0),
        pool: z.object({ open: count, idle: count, waiting: count }),
      }),
      process: z.object({
        started_at: time,
        uptime_seconds: z.number(),
        memory_bytes: z.number(),
        heap_bytes: z.number(),
        /** How late the event loop came to its work, at worst, over the last minute. */
        loop_delay_ms: z.number(),
      }),
    }),
    refusals: [],
  }),
};
