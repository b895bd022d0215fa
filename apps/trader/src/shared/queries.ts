import type { CallInput, CallOutput, CallPath, Calls } from "@sanshi/contract";
import {
  keepPreviousData,
  QueryCache,
  QueryClient,
  useQuery,
  type QueryKey,
  type UseQueryResult,
} from "@tanstack/react-query";
import { retries } from "@sanshi/web/asked";
import { call, RefusedError, toastRefusal } from "./api.ts";
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
      ...retries,
    },
  },
});

useSession.subscribe((now, before) => {
  if (now.account !== before.account || now.token === "") queryClient.clear();
});

type Options<Data, Selected> = {
  /** No toast: the screen shows the refusal itself. */
  quiet?: boolean;
  enabled?: boolean;
  staleTime?: number;
  refetchInterval?: number;
  /** Keeps the answer before on the screen while the next one loads. */
  keep?: boolean;
  select?: (data: Data) => Selected;
};

/** Reads through the cache. The key is the path and the form, so every screen shares one answer. */
export function useCall<Path extends CallPath, Selected = CallOutput<Calls[Path]>>(
  path: Path,
  input: CallInput<Calls[Path]>,
  options: Options<CallOutput<Calls[Path]>, Selected> = {},
): UseQueryResult<Selected, Error> {
  const { quiet, keep, ...rest } = options;
  return useQuery<CallOutput<Calls[Path]>, Error, Selected>({
    queryKey: callKey(path, input),
    queryFn: ({ signal }) => call(path, input, { quiet: true, signal }),
    ...(keep === true && { placeholderData: keepPreviousData }),
    meta: { quiet: quiet === true },
    ...rest,
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
  await Promise.all(paths.map((path) => queryClient.invalidateQueries({ queryKey: [path] })));
}

/** Loads an answer before its screen opens. */
export function prefetch<Path extends CallPath>(path: Path, input: CallInput<Calls[Path]>): void {
  void queryClient.prefetchQuery({
    queryKey: callKey(path, input),
    queryFn: ({ signal }) => call(path, input, { quiet: true, signal }),
  });
}
