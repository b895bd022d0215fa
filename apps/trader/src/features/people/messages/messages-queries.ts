import type { CallOutput, Calls, Message, MessageGroup } from "@sanshi/contract";
import { useInfiniteQuery, type InfiniteData } from "@tanstack/react-query";
import { ask, call, type Refusal } from "../../../shared/api.ts";
import { callKey, queryClient, refresh, useCall } from "../../../shared/queries.ts";
import { serverNow } from "@sanshi/web/server-clock";

type Page = CallOutput<Calls["/user/messages"]>;
type Pages = InfiniteData<Page, string | null>;

const pageLength = "20";
const listKey = ["/user/messages", "pages"] as const;
type ListKey = readonly [...typeof listKey, MessageGroup | "all"];

/** All pages that were scrolled to so far, of one group or of all. */
export function useMessages(group: MessageGroup | null) {
  return useInfiniteQuery<Page, Error, Pages, ListKey, string | null>({
    queryKey: [...listKey, group ?? "all"],
    queryFn: ({ pageParam, signal }) =>
      call(
        "/user/messages",
        {
          limit: pageLength,
          ...(group !== null && { group }),
          ...(pageParam !== null && { cursor: pageParam }),
        },
        { quiet: true, signal },
      ),
    initialPageParam: null,
    getNextPageParam: (page) => page.next_cursor,
    meta: { quiet: true },
  });
}

export function useMessage(id: string) {
  return useCall("/user/message", { id }, { quiet: true, staleTime: 60_000 });
}

/** Marks one message as read, or all; answers why not where it was refused. */
export async function markRead(ids: readonly string[] | "all"): Promise<Refusal | null> {
  const asked = await ask("/user/read-messages", ids === "all" ? {} : { ids: ids.join() });
  if (!asked.ok) return asked.refusal;
  showRead(ids, new Date(serverNow()).toISOString(), asked.data.unread);
  await refresh("/user/messages", "/user/getUserinfo");
  return null;
}

/** What is on the screen follows at once; the answers that are fetched anew say the same. */
function showRead(ids: readonly string[] | "all", at: string, unread: number): void {
  const read = (message: Message): Message =>
    message.read_at === null && (ids === "all" || ids.includes(message.id))
      ? { ...message, read_at: at }
      : message;
  queryClient.setQueriesData<Pages>(
    { queryKey: listKey },
    (data) =>
      data && {
        ...data,
        pages: data.pages.map((page) => ({ ...page, items: page.items.map(read), unread })),
      },
  );
  for (const id of ids === "all" ? [] : ids) {
    queryClient.setQueryData<Message>(callKey("/user/message", { id }), (one) => one && read(one));
  }
}
