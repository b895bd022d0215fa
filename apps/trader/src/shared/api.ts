import type { CallInput, CallOutput, CallPath, Calls } from "@sanshi/contract";
import type { RefusalCode } from "@sanshi/contract/refusals";
import { askServer, RefusedErrorOf, type AskedOf, type RefusalOf } from "@sanshi/web/asked";
import { namesRule, useRefusedRule } from "./refused-rule.ts";
import { clearToast } from "@sanshi/web/toast";
import { takeEarly } from "../early/take-early.ts";
import { currentPlace, goTo, signInPlace } from "./places.ts";
import { clearSession, useSession } from "./session.ts";
import { isRefusalCode, loadRefusalTexts, refusalText } from "./text.ts";
import { toast } from "./toast.ts";

/** The specification's pause between a 401 and the sign-in screen. */
const signOutDelayMs = 1500;
const answerMsMax = 20_000;
/** How long a refusal waits for its words, where they are not here yet. */
const wordsMsMax = 4_000;

export type Refusal = RefusalOf<RefusalCode>;
export type Asked<Data> = AskedOf<Data, RefusalCode>;

/** What `call` throws. */
export class RefusedError extends RefusedErrorOf<RefusalCode> {
  constructor(refusal: Refusal) {
    super(refusal, refusalText(refusal));
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
  const asked = await askServer<Output<Path>, RefusalCode>(
    (until) => takeEarly(path, body, token) ?? post(path, body, until),
    { answerMsMax, isCode: isRefusalCode, prepareRefusal: haveWords, signal: options.signal },
  );
  if (asked.ok) return asked;
  const { httpStatus } = asked.refusal;
  if (httpStatus === 401 || endsSession(path, httpStatus)) signOutSoon(token);
  if (httpStatus === 503 || httpStatus === 404) clearToast();
  return asked;
}

/** Without them, where they cannot be had, a refusal keeps its code and says less. */
async function haveWords(): Promise<void> {
  const waited = new Promise<void>((resolve) => window.setTimeout(resolve, wordsMsMax));
  await Promise.race([loadRefusalTexts().catch(() => undefined), waited]);
}

/**
 * Toasts a refusal; one by a rule stays with its reason until it was read. On 503 and 404 the specification clears the
 * toast that stands; after a 503 somebody waits who must hear that it did not work.
 */
export function toastRefusal(refusal: Refusal): void {
  if (refusal.httpStatus === 404) return;
  if (namesRule(refusal)) useRefusedRule.setState({ refusal });
  else toast(refusalText(refusal));
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
function endsSession(path: CallPath, httpStatus: number): boolean {
  return path === "/user/getUserinfo" && httpStatus === 200;
}

function post(path: string, body: string, signal: AbortSignal): Promise<Response> {
  const { token, account } = useSession.getState();
  return fetch(`/api/vue${path}`, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded", token, account },
    body,
    signal,
  });
}

function formBody(input: Readonly<Record<string, string | undefined>>): string {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(input)) {
    if (value !== undefined) form.append(name, value);
  }
  return form.toString();
}
