import { useRef } from "react";
import { isOutcomeUnknown, type AskedOf } from "./asked.ts";
import { newRequestId } from "./request-id.ts";

/** What tells the same intention again: the call and its form, in whatever words. */
type Intention = { key: string };

/** An intention that was sent under a request id and has no definite answer yet. */
export type Attempt<What extends Intention = Intention> = What & {
  requestId: string;
  /** When it was first sent. */
  at: number;
};

/** Where attempts are kept until they have their answer: for a page, or over its reload. */
export type AttemptMemory<What extends Intention> = {
  read(): readonly Attempt<What>[];
  write(attempts: readonly Attempt<What>[]): void;
};

/** `isUnknown`: nobody knows yet what became of it; the same asked again never does it twice. */
export type AskedOnceOf<Data, Code extends string> = AskedOf<Data, Code> & { isUnknown: boolean };

/**
 * Whoever sends the same form a day later means another time. The server keeps an answer much longer, so that
 * no id is sent again that it has forgotten.
 */
const keptMs = 24 * 3_600_000;
const attemptsMax = 50;

/**
 * Sends what must not happen twice: an intention whose answer never arrived, or leaves open what happened, is
 * sent again under the id that it had; after a definite answer the same is a new one.
 */
export function createAttempts<What extends Intention = Intention>({
  memory = pageMemory<What>(),
  newId = newRequestId,
}: { memory?: AttemptMemory<What>; newId?: () => string } = {}) {
  /** What was sent and has no definite answer yet. */
  const unanswered = (): readonly Attempt<What>[] => {
    const now = Date.now();
    return memory.read().filter(({ at }) => now - at < keptMs);
  };
  const sendOnce = async <Data, Code extends string>(
    what: What,
    send: (requestId: string) => Promise<AskedOf<Data, Code>>,
  ): Promise<AskedOnceOf<Data, Code>> => {
    const waiting = unanswered();
    const before = waiting.find(({ key }) => key === what.key);
    const attempt = before ?? { ...what, requestId: newId(), at: Date.now() };
    if (before === undefined) memory.write([...waiting, attempt].slice(-attemptsMax));
    const asked = await send(attempt.requestId);
    // A rule said no: nothing was done, and the answer is kept under the id.
    const isDefinite = asked.ok || asked.refusal.httpStatus === 200;
    if (isDefinite) {
      memory.write(memory.read().filter(({ requestId }) => requestId !== attempt.requestId));
    }
    // A transport that refuses to look (too often, signed out) says nothing of what was sent before.
    const isUnknown = !isDefinite && (before !== undefined || isOutcomeUnknown(asked.refusal));
    return { ...asked, isUnknown };
  };
  return { sendOnce, unanswered };
}

/** For as long as the page is there. */
export function pageMemory<What extends Intention>(): AttemptMemory<What> {
  let known: readonly Attempt<What>[] = [];
  return { read: () => known, write: (attempts) => void (known = attempts) };
}

/** The attempts of one form on the screen, told from one another by what was filled in. */
export function useAttempts() {
  const attempts = useRef<ReturnType<typeof createAttempts>>(null);
  attempts.current ??= createAttempts();
  const { sendOnce } = attempts.current;
  return <Data, Code extends string>(
    form: string,
    send: (requestId: string) => Promise<AskedOf<Data, Code>>,
  ) => sendOnce({ key: form }, send);
}
