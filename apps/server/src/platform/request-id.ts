import { AsyncLocalStorage } from "node:async_hooks";
import { randomBytes } from "node:crypto";

const current = new AsyncLocalStorage<string>();

/** 16 hexadecimal digits: made for each request, never taken from whoever sends one. */
export function newRequestId(): string {
  return randomBytes(8).toString("hex");
}

/** Whatever `work` begins, and what follows from it, logs under this request's id. */
export function asRequest<Result>(id: string, work: () => Result): Result {
  return current.run(id, work);
}

/** The id of the request on whose behalf this runs; undefined for jobs and at the start. */
export function currentRequestId(): string | undefined {
  return current.getStore();
}
