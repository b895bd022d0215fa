import type { Answer } from "@sanshi/contract";

/** Why a call was not done: a code of the app's catalogue, with what fills its translation's gaps. */
export type RefusalOf<Code extends string> = {
  code: Code | FaultCode;
  params: Readonly<Record<string, string>>;
  /** The fields at fault, where the request was malformed. */
  fields: readonly string[];
  /** 0 where no answer arrived. */
  httpStatus: number;
};

/** What is said where the server itself said nothing that we know. */
type FaultCode = "network_error" | "overloaded" | "server_fault";

export type AskedOf<Data, Code extends string> =
  | { ok: true; data: Data }
  | { ok: false; refusal: RefusalOf<Code> };

/** What a refused reading throws; its message is the refusal in the reader's language. */
export class RefusedErrorOf<Code extends string> extends Error {
  readonly refusal: RefusalOf<Code>;
  constructor(refusal: RefusalOf<Code>, text: string) {
    super(text);
    this.name = "RefusedError";
    this.refusal = refusal;
  }
}

/**
 * Sends a request, given `until` when it has to be over, and reads the envelope of its answer. Never throws
 * but on `signal`: a phone in a tunnel is told after `answerMsMax` rather than left waiting.
 */
export async function askServer<Data, Code extends string>(
  request: (until: AbortSignal) => Promise<Response>,
  how: {
    answerMsMax: number;
    isCode: (text: string) => text is Code;
    /** What a refusal needs before it is read, such as its words; never throws. */
    prepareRefusal?: () => Promise<void>;
    signal?: AbortSignal | undefined;
  },
): Promise<AskedOf<Data, Code>> {
  const limit = AbortSignal.timeout(how.answerMsMax);
  try {
    const until = how.signal === undefined ? limit : AbortSignal.any([how.signal, limit]);
    const response = await request(until);
    const answer = (await response.json()) as Answer<Data>;
    if (answer.status !== 1) await how.prepareRefusal?.();
    return readAnswer(answer, response.status, how.isCode);
  } catch (error) {
    if (how.signal?.aborted === true) throw error;
    return { ok: false, refusal: noAnswer };
  }
}

/** Nothing arrived: whether it was done is not known. */
export const noAnswer = {
  code: "network_error",
  params: {},
  fields: [],
  httpStatus: 0,
} as const satisfies RefusalOf<never>;

/** What an envelope says: its data, or its refusal, of which a newer server may have a code that we do not know. */
export function readAnswer<Data, Code extends string>(
  answer: Answer<Data>,
  httpStatus: number,
  isCode: (text: string) => text is Code,
): AskedOf<Data, Code> {
  if (answer.status === 1) return { ok: true, data: answer.data };
  const said: string = answer.msg ?? "";
  const unknown = httpStatus === 503 ? "overloaded" : "server_fault";
  const code = isCode(said) ? said : unknown;
  const { params = {}, fields = [] } = answer;
  return { ok: false, refusal: { code, params, fields, httpStatus } };
}

/** Whether reading again soon may well succeed. */
export function isPassing({ code, httpStatus }: RefusalOf<string>): boolean {
  return code === "network_error" || httpStatus === 503;
}

/** Whether the answer leaves open what happened: then only the same request id may be sent again. */
export function isOutcomeUnknown({
  code,
  httpStatus,
}: {
  code: string;
  httpStatus: number;
}): boolean {
  return code === "network_error" || httpStatus >= 500;
}

const attemptsMax = 3;

/** Of what is read through the cache: tried again while it may pass, later each time. */
export const retries = {
  retry: (failures: number, error: Error) =>
    failures + 1 < attemptsMax && error instanceof RefusedErrorOf && isPassing(error.refusal),
  retryDelay: (failures: number) =>
    Math.min(8000, 700 * 2 ** failures) * (0.75 + Math.random() / 2),
} as const;
