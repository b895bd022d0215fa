import type { CallInput, CallOutput, Calls } from "@sanshi/contract";
import { useInfiniteQuery, type InfiniteData } from "@tanstack/react-query";
import { useEffect } from "react";
import { call } from "../../../shared/api.ts";
import { refresh, useCall } from "../../../shared/queries.ts";
import { listenToEvents } from "../../../shared/stream.ts";
import { filterInput, type FilterInput, type RecordFilter } from "./record-filter.ts";

type Page = CallOutput<Calls["/user/fund-records"]>;
type Pages = InfiniteData<Page, string | null>;
type Key = readonly ["/user/fund-records", "pages", FilterInput];

const pageLength = "30";

/** All pages of this filter that were scrolled to so far. */
export function useRecords(filter: RecordFilter) {
  const input = filterInput(filter);
  return useInfiniteQuery<Page, Error, Pages, Key, string | null>({
    queryKey: ["/user/fund-records", "pages", input],
    queryFn: ({ pageParam, signal }) =>
      call(
        "/user/fund-records",
        { ...input, limit: pageLength, ...(pageParam !== null && { cursor: pageParam }) },
        { quiet: true, signal },
      ),
    initialPageParam: null,
    getNextPageParam: (page) => page.next_cursor,
    meta: { quiet: true },
  });
}

export type RecordsQuery = ReturnType<typeof useRecords>;

/** What came in and went out between two moments, of all records. */
export function useFundSums(input: CallInput<Calls["/user/fund-sums"]>) {
  return useCall("/user/fund-sums", input, { quiet: true });
}

export function refreshRecords(): Promise<void> {
  return refresh("/user/fund-records", "/user/fund-sums");
}

/** A movement while the screen is open appears by itself. */
export function useFreshRecords(): void {
  useEffect(
    () =>
      listenToEvents(({ kind }) => {
        if (kind !== "message") void refreshRecords();
      }),
    [],
  );
}

/** A record never changes once it is written. */
export function useRecord(id: string) {
  return useCall("/user/fund-record", { id }, { quiet: true, staleTime: Infinity });
}
