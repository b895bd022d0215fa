import type { Answer, CallInput, CallOutput, CallPath, Calls } from "@sanshi/contract";
import { isRefusalCode, type RefusalCode } from "@sanshi/contract/refusals";
import { takeEarly } from "../early/take-early.ts";
import { currentPlace, goTo, signInPlace } from "./places.ts";
import { clearSession, useSession } from "./session.ts";
import { refusalText } from "./text.ts";
import { clearToast, toast } from "./toast.ts";

/** The specification's pause between a 401 and the sign-in screen. */
const signOutDelayMs = 1500;
/** Longer than any answer takes; a phone in a tunnel is told rather than left waiting. */
const answerMsMax = 20_000;

/** Why a call was not done: a code of the catalogue, with what fills its translation's gaps. */
export type Refusal = {
  code: RefusalCode;
  params: Readonly<Record<string, string>>;
  /** The fields at fault, where the request was malformed. */
  fields: readonly string[];
  httpStatus: number;
};

export type Asked<Data> = { ok: true; data: Data } | { ok: false; refusal: Refusal };

/** What `call` throws; `text` of the refusal in the user's language is its message. */
export class RefusedError extends Error {
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    super(refusalText(refusal));
    this.name = "RefusedError";
    this.refusal = refusal;
  }
}

type Input<Path extends CallPath> = CallInput<Calls[Path]>;
type Output<Path extends CallPath> = CallOutput<Calls[Path]>;

/**
 * Makes a call and answers its data. A refusal is thrown as `RefusedError` and, unless `quiet`,
 * shown as a toast for two seconds.
 */
export async function call<Path extends CallPath>(
  path: Path,
  input: Input<Path>,
  options: { quiet?: boolean; signal?: AbortSignal } = {},
): Promise<Output<Path>> {
  const asked = await ask(path, input, options);
  if (asked.ok) return asked.data;
  if (options.quiet !== true) toastRefusal(asked.refusal);
  throw new RefusedError(asked.refusal);
}

/**
 * Makes a call and answers what came of it, for a form that shows a refusal beside its field.
 * A 401 still signs out. Never throws but on `signal`. To ask again where `isOutcomeUnknown`, use the
 * same `request_id`.
 */
export async function ask<Path extends CallPath>(
  path: Path,
  input: Input<Path>,
  options: { signal?: AbortSignal } = {},
): Promise<Asked<Output<Path>>> {
  const body = formBody(input as Readonly<Record<string, string | undefined>>);
  const { token } = useSession.getState();
  let response: Response;
  let answer: Answer<Output<Path>>;
  try {
    response = await (takeEarly(path, body, token) ?? post(path, body, options.signal));
    answer = (await response.json()) as Answer<Output<Path>>;
  } catch (error) {
    if (options.signal?.aborted === true) throw error;
    return { ok: false, refusal: refusalOf("network_error", 0) };
  }
  if (answer.status === 1) return { ok: true, data: answer.data };
  if (response.status === 401 || endsSession(path, response)) signOutSoon(token);
  if (response.status === 503 || response.status === 404) clearToast();
  const code: string = answer.msg ?? "";
  const known = isRefusalCode(code)
    ? code
    : response.status === 503
      ? "overloaded"
      : "server_fault";
  return {
    ok: false,
    refusal: {
      code: known,
      params: answer.params ?? {},
      fields: answer.fields ?? [],
      httpStatus: response.status,
    },
  };
}

/**
 * Toasts a refusal. On 503 and 404 the specification clears the toast that stands; after a 503 somebody
 * waits who must hear that it did not work.
 */
export function toastRefusal(refusal: Refusal): void {
  if (refusal.httpStatus === 404) return;
  toast(refusalText(refusal));
}

/** Once per intention: a retry of the same intention sends the same id. */
export function newRequestId(): string {
  // randomUUID exists on secure origins only; a phone may try a laptop's plain address.
  if (typeof crypto.randomUUID === "function") return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

let signOutTimer: number | undefined;

/** Clears the credentials after 1.5 seconds and leads to the sign-in screen, and back afterwards. */
export function signOutSoon(refusedToken: string): void {
  if (signOutTimer !== undefined || refusedToken === "") return;
  signOutTimer = window.setTimeout(() => {
    signOutTimer = undefined;
    // Somebody who signed in again meanwhile keeps the new session.
    if (useSession.getState().token !== refusedToken) return;
    const place = currentPlace();
    clearSession();
    goTo(signInPlace(place));
  }, signOutDelayMs);
}

/** The specification: any answer to the user-info call but status 1. A passing fault is no answer. */
function endsSession(path: CallPath, { status }: Response): boolean {
  return path === "/user/getUserinfo" && status === 200;
}

function post(path: string, body: string, signal: AbortSignal | undefined): Promise<Response> {
  const { token, account } = useSession.getState();
  const limit = AbortSignal.timeout(answerMsMax);
  return fetch(`/api/vue${path}`, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded", token, account },
    body,
    signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
  });
}

function formBody(input: Readonly<Record<string, string | undefined>>): string {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(input)) {
    if (value !== undefined) form.append(name, value);
  }
  return form.toString();
}

function refusalOf(code: RefusalCode, httpStatus: number): Refusal {
  return { code, params: {}, fields: [], httpStatus };
}
