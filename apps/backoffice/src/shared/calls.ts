import type { CallInput, CallOutput, operatorCalls } from "@sanshi/contract";

type Calls = typeof operatorCalls;

/** An operators' call by its path, gaps included: `/api/ops/customers/:account`. */
export type Path = keyof Calls;
export type Input<P extends Path> = CallInput<Calls[P]>;
export type Output<P extends Path> = CallOutput<Calls[P]>;

type Fields = Readonly<Record<string, unknown>>;

/** The path with its gaps filled, and the fields that are left for the query or the body. */
export function fillPath(path: string, input: Fields): { url: string; rest: Fields } {
  const rest = { ...input };
  const url = path.replace(/:(\w+)/g, (_, name: string) => {
    const value = rest[name];
    delete rest[name];
    return encodeURIComponent(String(value));
  });
  return { url, rest };
}

/** The address of a reading call. Empty fields are left out: they are filters that are off. */
export function addressOf<P extends Path>(path: P, input: Input<P>): string {
  const { url, rest } = fillPath(path, input as Fields);
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(rest)) {
    if (value !== undefined && value !== "") query.set(name, String(value));
  }
  return query.size === 0 ? url : `${url}?${query.toString()}`;
}
