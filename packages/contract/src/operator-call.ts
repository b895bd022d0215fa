import type { z } from "zod";
import type { Access } from "./call.ts";
import type { AnyRefusalCode } from "./operator-refusals.ts";
import type { Permission } from "./permissions.ts";

/**
 * One operators' call. Its fields are the path's `:gaps` together with the JSON of a POST or the query
 * of a GET; a field of both is malformed. `permission` is what the operator's role must have (null: any
 * signed-in operator, about nobody but themselves).
 */
export type OperatorCall<
  Input extends z.ZodType = z.ZodType,
  Output extends z.ZodType = z.ZodType,
  Who extends Access = Access,
> = {
  summary: string;
  method: "GET" | "POST";
  access: Who;
  permission: Permission | null;
  /**
   * What is still open to an operator who must first change a one-time password or, on a live instance,
   * set up a second factor.
   */
  whileSettingUp: boolean;
  input: Input;
  /** Of a call that answers a file, the file's text. */
  output: Output;
  answersFile: boolean;
  /** Of the body, where 64 KiB are not enough. */
  bodyBytesMax: number | null;
  refusals: readonly AnyRefusalCode[];
};

type Written<Input extends z.ZodType, Output extends z.ZodType, Who extends Access> = {
  summary: string;
  method?: "GET" | "POST";
  access?: Who;
  permission?: Permission;
  whileSettingUp?: boolean;
  input: Input;
  output: Output;
  answersFile?: boolean;
  bodyBytesMax?: number;
  refusals: readonly AnyRefusalCode[];
};

/** A call without a permission is about the signed-in operator alone. */
export function defineOperatorCall<
  Input extends z.ZodType,
  Output extends z.ZodType,
  const Who extends Access = "operator",
>(call: Written<Input, Output, Who>): OperatorCall<Input, Output, Who> {
  return {
    summary: call.summary,
    method: call.method ?? "POST",
    access: call.access ?? ("operator" as Who),
    permission: call.permission ?? null,
    whileSettingUp: call.whileSettingUp ?? false,
    input: call.input,
    output: call.output,
    answersFile: call.answersFile ?? false,
    bodyBytesMax: call.bodyBytesMax ?? null,
    refusals: call.refusals,
  };
}
