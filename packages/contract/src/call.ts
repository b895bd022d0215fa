import type { z } from "zod";
import type { RefusalCode } from "./refusals.ts";

/** Who may make a call: anybody, a signed-in customer, or a signed-in operator. */
export type Access = "anyone" | "customer" | "operator";

/**
 * One call of the wire. `input` checks the form (every field arrives as text), `output` describes
 * `data` of a successful answer, and `refusals` are the catalogue codes that the call itself can
 * answer, in the order in which they are decided.
 */
export type Call<
  Input extends z.ZodType = z.ZodType,
  Output extends z.ZodType = z.ZodType,
  Who extends Access = Access,
> = {
  summary: string;
  access: Who;
  input: Input;
  output: Output;
  refusals: readonly RefusalCode[];
  /** The fields that are files: the form is then `multipart/form-data`. */
  files?: readonly string[];
};

export function defineCall<
  Input extends z.ZodType,
  Output extends z.ZodType,
  const Who extends Access,
>(call: Call<Input, Output, Who>): Call<Input, Output, Who> {
  return call;
}

/** What the caller sends, before it is checked. */
export type CallInput<C extends Pick<Call, "input">> = z.input<C["input"]>;
/** What the server works with, after it was checked. */
export type CheckedInput<C extends Pick<Call, "input">> = z.output<C["input"]>;
/** `data` of a successful answer. */
export type CallOutput<C extends Pick<Call, "output">> = z.output<C["output"]>;

/** Every answer of the wire. `params` fills the gaps of the refusal's translation. */
export type Answer<Data> =
  | { status: 1; msg: "ok"; data: Data }
  | {
      status: 0;
      msg: RefusalCode;
      params?: Record<string, string>;
      /** The fields at fault, where the request was malformed. */
      fields?: readonly string[];
      data: null;
    };
