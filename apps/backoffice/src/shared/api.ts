import type { Answer } from "@sanshi/contract";
import { appTimeHeader, realTimeHeader } from "@sanshi/contract/constants";
import { isAnyRefusalCode, type AnyRefusalCode } from "@sanshi/contract/operator-refusals";
import {
  askServer,
  noAnswer,
  readAnswer,
  RefusedErrorOf,
  type AskedOf,
  type RefusalOf,
} from "@sanshi/web/asked";
import { serverNow, setServerClocks } from "@sanshi/web/server-clock";
import { addressOf, fillPath, type Input, type Output, type Path } from "./calls.ts";
import { csrfToken, endSession, keepCsrfToken } from "./session.ts";
import { refusalText } from "./text.ts";
import { tick } from "./ticking.ts";

const answerMsMax = 30_000;

export type Refusal = RefusalOf<AnyRefusalCode>;
export type Asked<Data> = AskedOf<Data, AnyRefusalCode>;

/** What a failed reading throws. */
export class RefusedError extends RefusedErrorOf<AnyRefusalCode> {
  constructor(refusal: Refusal) {
    super(refusal, refusalText(refusal));
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
    const answer = (await response.json()) as Answer<never>;
    const asked = readAnswer(answer, response.status, isAnyRefusalCode);
    if (!asked.ok && asked.refusal.code === "sign_in_again") endSession();
    return asked;
  } catch {
    return { ok: false, refusal: noAnswer };
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

/** More than an answer is under way: the clock was moved. */
const movedMs = 5_000;

/** Every answer says what time it is. */
function followClocks(response: Response): Response {
  const { headers } = response;
  if (headers.has(appTimeHeader) && headers.has(realTimeHeader)) {
    const before = serverNow();
    setServerClocks(Number(headers.get(appTimeHeader)), Number(headers.get(realTimeHeader)));
    // What is on the screen counts from the new time at once.
    if (serverNow() - before > movedMs) tick();
  }
  return response;
}

async function exchange<Data>(
  url: string,
  request: RequestInit,
  signal?: AbortSignal,
): Promise<Asked<Data>> {
  const asked = await askServer<Data, AnyRefusalCode>(
    async (until) => followClocks(await fetch(url, { ...request, signal: until })),
    { answerMsMax, isCode: isAnyRefusalCode, signal },
  );
  if (asked.ok) return asked;
  const { code } = asked.refusal;
  const mustSetUp = code === "password_change_required" || code === "second_factor_required";
  if (code === "sign_in_again" || mustSetUp) endSession();
  return asked;
}
