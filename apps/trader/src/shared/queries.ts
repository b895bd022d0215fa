import type { CallInput, CallOutput, CallPath, Calls } from "@sanshi/contract";
import {
  hashKey,
  keepPreviousData,
  noop,
  QueryCache,
  QueryClient,
  useQuery,
  type QueryKey,
  type UseQueryResult,
} from "@tanstack/react-query";
import { isPassing, retries } from "@sanshi/web/asked";
import { create } from "zustand";
import { askedEarly } from "../early/take-early.ts";
import { call, RefusedError, toastRefusal } from "./api.ts";
import { keepAnswer, keptAnswer } from "./kept-answers.ts";
import { useSession } from "./session.ts";

/** All that was read. Emptied when the customer changes, so nobody sees another's figures. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, query) => {
      if (query.meta?.["quiet"] !== true && error instanceof RefusedError) {
        toastRefusal(error.refusal);
      }
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      gcTime: 5 * 60_000,
      refetchOnWindowFocus: true,
      refetchOnReconnect: true,
      // A phone that believes itself offline asks as well: it is answered at once, and shown what is kept.
      networkMode: "always",
      ...retries,
    },
  },
});

/** Which queries show what was known last, by their hash, and of when that is. */
const useKept = create<{ since: ReadonlyMap<string, number> }>(() => ({ since: new Map() }));

/** The age of the oldest figure on the screen that is kept; null where all are the server's. */
export function useKeptSince(): number | null {
  return useKept(({ since }) => (since.size === 0 ? null : Math.min(...since.values())));
}

useSession.subscribe((now, before) => {
  if (now.account !== before.account || now.token === "") {
    queryClient.clear();
    useKept.setState({ since: new Map() });
  }
});

type Options<Data, Selected> = {
  /** No toast: the screen shows the refusal itself. */
  quiet?: boolean;
  enabled?: boolean;
  staleTime?: number;
  /** Milliseconds; by the newest answer, where that decides. */
  refetchInterval?: number | ((data: Data | undefined) => number);
  /** Keeps the answer before on the screen while the next one loads. */
  keep?: boolean;
  /** Keeps it where all of these fields were the same in the form before. */
  keepOf?: Readonly<Record<string, string>>;
  select?: (data: Data) => Selected;
};

/** Reads through the cache. The key is the path and the form, so every screen shares one answer. */
export function useCall<Path extends CallPath, Selected = CallOutput<Calls[Path]>>(
  path: Path,
  input: CallInput<Calls[Path]>,
  options: Options<CallOutput<Calls[Path]>, Selected> = {},
): UseQueryResult<Selected, Error> {
  const { quiet, keep, keepOf, refetchInterval: every, ...rest } = options;
  return useQuery<CallOutput<Calls[Path]>, Error, Selected>({
    queryKey: callKey(path, input),
    queryFn: ({ signal }) => read(path, input, signal),
    ...(keep === true && { placeholderData: keepPreviousData }),
    ...(keepOf !== undefined && {
      placeholderData: (before, query) =>
        hasFields(query?.queryKey[1], keepOf) ? before : undefined,
    }),
    meta: { quiet: quiet === true },
    ...(every !== undefined && {
      refetchInterval: typeof every === "number" ? every : ({ state }) => every(state.data),
    }),
    ...rest,
  });
}

function hasFields(form: unknown, fields: Readonly<Record<string, string>>): boolean {
  const found = Object(form) as Readonly<Record<string, unknown>>;
  return Object.entries(fields).every(([name, value]) => found[name] === value);
}

/** Answers as the server does; where it does not, what it answered last is shown, as what it is. */
async function read<Path extends CallPath>(
  path: Path,
  input: CallInput<Calls[Path]>,
  signal: AbortSignal,
): Promise<CallOutput<Calls[Path]>> {
  const key = callKey(path, input);
  const form = input as Readonly<Record<string, string | undefined>>;
  try {
    const data = await call(path, input, { quiet: true, signal });
    mark(key, null);
    void keepAnswer(path, form, data).catch(() => undefined);
    return data;
  } catch (error) {
    const isWithoutServer = error instanceof RefusedError && isPassing(error.refusal);
    if (isWithoutServer && queryClient.getQueryData(key) === undefined) {
      const kept = await keptAnswer(path, form).catch(() => null);
      if (kept !== null && queryClient.getQueryData(key) === undefined) {
        mark(key, kept.at);
        queryClient.setQueryData(key, kept.data, { updatedAt: kept.at });
      }
    }
    throw error;
  }
}

function mark(key: QueryKey, at: number | null): void {
  const hash = hashKey(key);
  const { since } = useKept.getState();
  if (at === null && !since.has(hash)) return;
  const changed = new Map(since);
  if (at === null) changed.delete(hash);
  else changed.set(hash, at);
  useKept.setState({ since: changed });
}

/** The server is back: what is on the screen and was kept, or failed, is read anew, and the rest forgotten. */
export async function refreshKept(): Promise<void> {
  const { since } = useKept.getState();
  const isKept = ({ queryHash }: { queryHash: string }) => since.has(queryHash);
  queryClient.removeQueries({ type: "inactive", predicate: isKept });
  const cache = queryClient.getQueryCache();
  const left = [...since].filter(([hash]) => cache.get(hash) !== undefined);
  if (left.length < since.size) useKept.setState({ since: new Map(left) });
  await queryClient.invalidateQueries({
    predicate: (query) => isKept(query) || query.state.status === "error",
  });
}

/** The key under which an answer is kept, for `queryClient.setQueryData`. */
export function callKey<Path extends CallPath>(
  path: Path,
  input: CallInput<Calls[Path]>,
): QueryKey {
  return [path, input];
}

/** Reads these calls anew, whatever their form: after something was changed. */
export async function refresh(...paths: readonly CallPath[]): Promise<void> {
  await Promise.all(paths.map(refreshCall));
}

async function refreshCall(path: CallPath): Promise<void> {
  const filters = { queryKey: [path] };
  // The library joins a first reading that is under way, which may have been answered before the change. It is
  // left to end, so that changes in quick succession cannot keep a screen empty, and is then read anew.
  const first = queryClient.getQueryCache().findAll({
    ...filters,
    fetchStatus: "fetching",
    predicate: ({ state }) => state.data === undefined,
  });
  await Promise.all([
    queryClient.invalidateQueries(filters),
    ...first.map(({ promise }) => promise?.then(noop, noop)),
  ]);
  if (first.length === 0) return;
  await queryClient.invalidateQueries({ predicate: (query) => first.includes(query) });
}

/** Loads an answer before its screen opens. */
export function prefetch<Path extends CallPath>(path: Path, input: CallInput<Calls[Path]>): void {
  void queryClient.prefetchQuery({
    queryKey: callKey(path, input),
    queryFn: ({ signal }) => read(path, input, signal),
  });
}

/** Mostly they were here before the app was. */
const earlyAnswersMsMax = 50;

/**
 * Takes what the page's own script has asked for, so that the first screen is drawn once, with its figures. It
 * does not wait for a slow answer: the screen then shows that it is waiting.
 */
export async function takeEarlyAnswers(): Promise<void> {
  const asked = askedEarly(useSession.getState().token).map(({ path, form }) =>
    prefetchQuietly(path as CallPath, form as CallInput<Calls[CallPath]>),
  );
  const waited = new Promise<void>((resolve) => window.setTimeout(resolve, earlyAnswersMsMax));
  await Promise.race([Promise.all(asked), waited]);
}

/** A screen that is still to come says itself what it was refused. */
function prefetchQuietly<Path extends CallPath>(
  path: Path,
  input: CallInput<Calls[Path]>,
): Promise<void> {
  return queryClient.prefetchQuery({
    queryKey: callKey(path, input),
    queryFn: ({ signal }) => read(path, input, signal),
    meta: { quiet: true },
  });
}
