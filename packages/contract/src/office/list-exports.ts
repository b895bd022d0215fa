import { defineOperatorCall } from "../operator-call.ts";
import { encodedFields } from "../wire.ts";
import { deskLists, deskTables } from "./constants.ts";
import { decimalPattern, longDecimalPattern } from "@sanshi/money";
import { z } from "zod";

const filterLengthMax = 1_000;

export const listExportCalls = {
  "/api/ops/lists/export": defineOperatorCall({
    summary:
      "Any list or table as CSV or a workbook, filtered as on the screen; besides this call's right it needs the right to see the list",
    method: "GET",
    permission: "export_lists",
    answersFile: true,
    input: z.strictObject({
      list: z.enum([...deskLists.filter((list) => list !== "/api/ops/audit"), ...deskTables]),
      format: z.enum(["csv", "xlsx"]).default("csv"),
      /** The fields of the list's call, those of its path included, spelled as a query. */
      filter: encodedFields(filterLengthMax).default(""),
    }),
    output: z.string(),
    refusals: ["forbidden", "customer_not_found", "books_span_too_long"],
  }),
};

/** What the cells of a column are: moments of the wire, its dates, figures, or text, which codes and ids are too. */
export type ColumnKind = "time" | "date" | "figure" | "text";

/** A column of a list's file, by the names of the contract: `claimed_by.email`. */
export type ListColumn = { name: string; kind: ColumnKind };

export function columnsOf(item: z.ZodType): ListColumn[] {
  return fieldsOf(item, "", 0);
}

function kindOf(schema: z.ZodType): ColumnKind {
  if (schema instanceof z.ZodISODateTime) return "time";
  if (schema instanceof z.ZodISODate) return "date";
  if (schema instanceof z.ZodNumber) return "figure";
  const isDecimal = (check: z.core.$ZodCheck): boolean => {
    const { pattern } = check._zod.def as { pattern?: unknown };
    return pattern === decimalPattern || pattern === longDecimalPattern;
  };
  return schema instanceof z.ZodString && (schema.def.checks ?? []).some(isDecimal)
    ? "figure"
    : "text";
}

/** Deeper than this a field stands in one column, as JSON. */
const depthMax = 2;

function fieldsOf(schema: z.ZodType, name: string, depth: number): ListColumn[] {
  const inner = unwrapped(schema);
  if (!(inner instanceof z.ZodObject) || depth > depthMax) return [{ name, kind: kindOf(inner) }];
  return Object.entries(inner.shape as Record<string, z.ZodType>).flatMap(([field, type]) =>
    fieldsOf(type, name === "" ? field : `${name}.${field}`, depth + 1),
  );
}

function unwrapped(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) {
    return unwrapped(schema.unwrap() as z.ZodType);
  }
  return schema;
}

/**
 * What the rows of a list's answer are made of; undefined where the answer has none in that field, which may be a
 * field of a field: `check.differences`.
 */
export function itemOfList(output: z.ZodType, field = "items"): z.ZodType | undefined {
  const items = field.split(".").reduce<z.ZodType | undefined>((part, name) => {
    const known = part && unwrapped(part);
    return known instanceof z.ZodObject ? (known.shape[name] as z.ZodType | undefined) : undefined;
  }, output);
  return items instanceof z.ZodArray ? (items.element as z.ZodType) : undefined;
}
