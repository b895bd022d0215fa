import type { Answer } from "@sanshi/contract";
import { isAnyRefusalCode, type AnyRefusalCode } from "@sanshi/contract/operator-refusals";
import { addressOf, fillPath, type Input, type Output, type Path } from "./calls.ts";
import { csrfToken, endSession, keepCsrfToken } from "./session.ts";
import { refusalText } from "./text.ts";

/** Longer than any answer takes. */
const answerMsMax = 30_000;

/** Why a call was not done: a code of the catalogue, with what fills its translation's gaps. */
export type Refusal = {
  code: AnyRefusalCode;
  params: Readonly<Record<string, string>>;
  /** The fields at fault, where the request was malformed. */
  fields: readonly string[];
  httpStatus: number;
};

export type Asked<Data> = { ok: true; data: Data } | { ok: false; refusal: Refusal };

/** What a failed reading throws; its message is the refusal in the operator's language. */
export class RefusedError extends Error {
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    super(refusalText(refusal));
    this.name = "RefusedError";
    this.refusal = refusal;
  }
}

/** Reads: every call that changes nothing is a GET. A refusal is thrown. */
export async function read<P extends Path>(
  path: P,
  input: Input<P>,
  signal?: AbortSignal,
): Promise<Output<P>> {
  const asked = await exchange<Output<P>>(addressOf(path, input), { method: "GET" }, signal);
  if (asked.ok) return asked.data;
  throw new RefusedError(asked.refusal);
}

/** Changes something, and answers what came of it: a form shows a refusal beside its field. */
export async function send<P extends Path>(path: P, input: Input<P>): Promise<Asked<Output<P>>> {
  const { url, rest } = fillPath(path, input as Readonly<Record<string, unknown>>);
  const post = () => exchange<Output<P>>(url, postOf(rest));
  const asked = await post();
  // Another tab may have signed in meanwhile: the cookie is its session's then, the token not yet.
  if (!asked.ok && asked.refusal.code === "forbidden" && (await renewCsrfToken())) return post();
  return asked;
}

/** Reads a file that a call answers. */
export async function fetchFile(url: string, signal: AbortSignal): Promise<Asked<Blob>> {
  try {
    const response = await fetch(url, { signal });
    // A refusal by the rules is an answer too: 200, in the envelope.
    const isFile = !/json/.test(response.headers.get("content-type") ?? "");
    if (response.ok && isFile) return { ok: true, data: await response.blob() };
    const refusal = readRefusal((await response.json()) as RefusedAnswer, response.status);
    if (refusal.code === "sign_in_again") endSession();
    return { ok: false, refusal };
  } catch {
    const nothing = { params: {}, fields: [], httpStatus: 0 };
    return { ok: false, refusal: { code: "network_error", ...nothing } };
  }
}

/** Answers whether the session's token is another one than ours was. */
async function renewCsrfToken(): Promise<boolean> {
  const before = csrfToken();
  const asked = await exchange<{ csrf_token: string }>("/api/ops/csrf-token", { method: "GET" });
  if (asked.ok) keepCsrfToken(asked.data.csrf_token);
  return csrfToken() !== before;
}

function postOf(body: unknown): RequestInit {
  return {
    method: "POST",
    headers: { "content-type": "application/json", "x-csrf-token": csrfToken() },
    body: JSON.stringify(body),
  };
}

async function exchange<Data>(
  url: string,
  request: RequestInit,
  signal?: AbortSignal,
): Promise<Asked<Data>> {
  const limit = AbortSignal.timeout(answerMsMax);
  let response: Response;
  let answer: Answer<Data>;
  try {
    const until = signal === undefined ? limit : AbortSignal.any([signal, limit]);
    response = await fetch(url, { ...request, signal: until });
    answer = (await response.json()) as Answer<Data>;
  } catch (error) {
    if (signal?.aborted === true) throw error;
    const nothing = { params: {}, fields: [], httpStatus: 0 };
    return { ok: false, refusal: { code: "network_error", ...nothing } };
  }
  if (answer.status === 1) return { ok: true, data: answer.data };
  const refusal = readRefusal(answer, response.status);
  const { code } = refusal;
  const mustSetUp = code === "password_change_required" || code === "second_factor_required";
  if (code === "sign_in_again" || mustSetUp) endSession();
  return { ok: false, refusal };
}

type RefusedAnswer = Exclude<Answer<never>, { status: 1 }>;

function readRefusal(answer: RefusedAnswer, httpStatus: number): Refusal {
  const code: string = answer.msg ?? "";
  const unknown = httpStatus === 503 ? "overloaded" : "server_fault";
  return {
    code: isAnyRefusalCode(code) ? code : unknown,
    params: answer.params ?? {},
    fields: answer.fields ?? [],
    httpStatus,
  };
}
