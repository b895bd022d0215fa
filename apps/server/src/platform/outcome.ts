import type { AnyRefusalCode } from "@sanshi/contract";

/** A refusal is a value, not an exception: its catalogue code and what fills its sentence. */
export type Refusal = { code: AnyRefusalCode; params?: Record<string, string> };

export type Outcome<Value> = { ok: true; value: Value } | { ok: false; refusal: Refusal };

export function accept<Value>(value: Value): Outcome<Value> {
  return { ok: true, value };
}

export function refuse(code: AnyRefusalCode, params?: Record<string, string>): Outcome<never> {
  return { ok: false, refusal: params === undefined ? { code } : { code, params } };
}
