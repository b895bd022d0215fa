import {
  QueryClient,
  useInfiniteQuery,
  useQuery,
  type UseQueryResult,
} from "@tanstack/react-query";
import { retries } from "@sanshi/web/asked";
import { read } from "./api.ts";
import type { Input, Output, Path } from "./calls.ts";

/** All that was read. Emptied when the session ends. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      // A look at a customer is recorded: only what was asked for is read.
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      gcTime: 5 * 60_000,
      ...retries,
    },
  },
});

type Options = { enabled?: boolean; refetchInterval?: number | false; staleTime?: number };

/** Reads through the cache. The key is the path and the fields, so every screen shares one answer. */
export function useCall<P extends Path>(
  path: P,
  input: Input<P>,
  options: Options = {},
): UseQueryResult<Output<P>, Error> {
  return useQuery<Output<P>, Error>({
    queryKey: [path, input],
    queryFn: ({ signal }) => read(path, input, signal),
    meta: { live: options.refetchInterval !== undefined },
    ...options,
  });
}

/** The calls that answer a list by pages. */
type PagePath = {
  [P in Path]: Output<P> extends { items: unknown[]; next_cursor: string | null } ? P : never;
}[Path];
type Item<P extends PagePath> = Output<P> extends { items: (infer Row)[] } ? Row : never;

/** Whose answer a list is: what is kept of it and taken home stands under this. */
export type ListSource = { path: Path; input: Readonly<Record<string, unknown>> };

export type Pages<Row> = {
  rows: readonly Row[];
  source: ListSource;
  /** Nothing has arrived yet. */
  waiting: boolean;
  error: Error | null;
  retry: () => void;
  hasMore: boolean;
  loadMore: () => void;
  loadingMore: boolean;
};

/** A list, page after page. While its filter changes, what was there stays on the screen. */
export function usePages<P extends PagePath>(
  path: P,
  input: Input<P>,
  options: Options = {},
): Pages<Item<P>> {
  const query = useInfiniteQuery({
    queryKey: [path, "pages", input],
    queryFn: ({ signal, pageParam }) =>
      read(path, withCursor(input, pageParam), signal) as Promise<{
        items: Item<P>[];
        next_cursor: string | null;
      }>,
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next_cursor,
    placeholderData: (before) => before,
    meta: { live: options.refetchInterval !== undefined },
    ...options,
  });
  return {
    rows: query.data?.pages.flatMap((page) => page.items) ?? [],
    source: { path, input: input as ListSource["input"] },
    waiting: query.isPending,
    error: query.error,
    retry: () => void query.refetch(),
    hasMore: query.hasNextPage,
    loadMore: () => void query.fetchNextPage(),
    loadingMore: query.isFetchingNextPage,
  };
}

/** The calls that answer all of a short list at once. */
type WholePath = {
  [P in Path]: Output<P> extends { items: unknown[] } ? P : never;
}[Path];
type WholeItem<P extends WholePath> = Output<P> extends { items: (infer Row)[] } ? Row : never;

/** A list that has no second page. */
export function useWholeList<P extends WholePath>(path: P, input: Input<P>): Pages<WholeItem<P>> {
  const query = useCall(path, input);
  const answer = query.data as { items: WholeItem<P>[] } | undefined;
  return {
    rows: answer?.items ?? [],
    source: { path, input: input as ListSource["input"] },
    waiting: query.isPending,
    error: query.error,
    retry: () => void query.refetch(),
    hasMore: false,
    loadMore: () => undefined,
    loadingMore: false,
  };
}

function withCursor<P extends PagePath>(input: Input<P>, cursor: string | null): Input<P> {
  return cursor === null ? input : ({ ...(input as object), cursor } as Input<P>);
}

/** Reads these calls anew, whatever their fields: after something was changed. */
export async function refresh(...paths: readonly Path[]): Promise<void> {
  await Promise.all(paths.map((path) => queryClient.invalidateQueries({ queryKey: [path] })));
}

/** Reads anew what is read again and again while somebody is there: they came back. */
export function refreshLive(): void {
  void queryClient.invalidateQueries({ predicate: ({ meta }) => meta?.["live"] === true });
}
