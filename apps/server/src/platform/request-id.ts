import { AsyncLocalStorage } from "node:async_hooks";
import { randomBytes } from "node:crypto";

const current = new AsyncLocalStorage<string>();

/** Tells processes apart; within one, requests are counted: chance for each would cost more than the rest. */
const ofProcess = randomBytes(4).toString("hex");
const countMax = 0xffff_ffff;
let count = 0;

/** 16 hexadecimal digits: made for each request, never taken from whoever sends one. */
export function newRequestId(): string {
  count = count === countMax ? 1 : count + 1;
  return ofProcess + count.toString(16).padStart(8, "0");
}

/** Whatever `work` begins, and what follows from it, logs under this request's id. */
export function asRequest<Result>(id: string, work: () => Result): Result {
  return current.run(id, work);
}

/** The id of the request on whose behalf this runs; undefined for jobs and at the start. */
export function currentRequestId(): string | undefined {
  return current.getStore();
}
