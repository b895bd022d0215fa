import { quoteAgeMsMax } from "@sanshi/contract/constants";
import type { CallOutput, Calls } from "@sanshi/contract";
import { useEffect, useState } from "react";
import { RefusedError, type Refusal } from "../../../shared/api.ts";
import { useCall } from "../../../shared/queries.ts";
import { useStreamState } from "../../../shared/quotes.ts";
import { isBehind } from "./order-figures.ts";
import { orderInput, type OrderInput, type OrderPreview, type Ticket } from "./order-ticket.ts";
import { useServerNow } from "../../../shared/times.ts";
import { useLiveStock, type LiveStock, type StockDetail } from "./stock-queries.ts";

/** Typing pauses for as long before the server is asked. */
const previewDelayMs = 220;
const previewMsBetween = 4000;
/** A preview follows the quote above it, at most so often. */
const followMs = 1000;

export type MarginTerms = CallOutput<Calls["/trade/margin"]>;
/** A refusal of the placing itself; it stands until the form changes. */
export type RefusedForm = { form: string; refusal: Refusal };
export type TicketView = ReturnType<typeof useTicketView>;

/** Everything that the ticket shows about what was entered: price, preview, offer, refusals. */
export function useTicketView(stock: StockDetail, ticket: Ticket, refused: RefusedForm | null) {
  const { type } = stock;
  const live = useLiveStock(stock);
  const isStale = useIsStale(live) || (live.isAgeUnknown === true && stock.market.open);
  const stale = isStale && ticket.kind === "market";
  const input = orderInput(stock, ticket);
  const form = input === null ? null : JSON.stringify(input);
  const settled = useSettled(input, form);
  const preview = useCall("/trade/preview-order", settled.input ?? emptyInput, {
    quiet: true,
    keep: true,
    staleTime: 1000,
    enabled: settled.input !== null,
    // What waits for its stop does not depend on today's quote.
    ...((ticket.kind === "market" || ticket.kind === "limit") &&
      settled.input !== null && { refetchInterval: previewMsBetween }),
  });
  useFollowing(settled.input !== null && isBehind(ticket, preview.data, live), preview);
  const info = useCall("/user/getUserinfo", {}, { quiet: true });
  const terms = useCall("/trade/margin", { type }, { quiet: true });
  const current = settled.form === form && !preview.isPlaceholderData;
  const failed = current && preview.error instanceof RefusedError ? preview.error.refusal : null;
  return {
    live,
    stale,
    input,
    form,
    preview: failed === null ? preview.data : undefined,
    isChecking: form !== null && (!current || preview.isPending) && failed === null,
    available: preview.data?.available ?? info.data?.[type],
    credit: preview.data?.credit_limit ?? info.data?.[`${type}yjed`],
    terms: terms.data,
    offer: useOffer(preview.data, terms.data),
    refusal: refused !== null && refused.form === form ? refused.refusal : failed,
  };
}

/** Asks for the preview again once the quote above it is newer. */
function useFollowing(isBehind: boolean, { refetch, dataUpdatedAt }: Followed): void {
  useEffect(() => {
    if (!isBehind) return;
    const timer = window.setTimeout(
      () => void refetch(),
      Math.max(0, dataUpdatedAt + followMs - Date.now()),
    );
    return () => window.clearTimeout(timer);
  }, [isBehind, dataUpdatedAt, refetch]);
}

type Followed = { refetch: () => unknown; dataUpdatedAt: number };

/** What is offered for the stock; null while nobody knows. */
export type Offer = { leverages: readonly number[] | null; shortOffered: boolean | null };

/** A refused form has no preview: what the last one offered still stands. */
function useOffer(preview: OrderPreview | undefined, terms: MarginTerms | undefined): Offer {
  const [last, setLast] = useState<OrderPreview | undefined>(preview);
  if (preview !== undefined && preview !== last) setLast(preview);
  const known = preview ?? last;
  return {
    leverages: known?.leverages ?? terms?.leverages ?? null,
    shortOffered: known?.short_offered ?? null,
  };
}

/** Never sent: the query is off while there is no input. */
const emptyInput: OrderInput = {
  code: "",
  side: "long",
  kind: "market",
  quantity: "0",
  leverage: "1",
};

/** What is entered, once it has stood still. */
function useSettled(input: OrderInput | null, form: string | null) {
  const [settled, setSettled] = useState({ input, form });
  useEffect(() => {
    if (settled.form === form) return;
    const read = () => setSettled({ input: form === null ? null : JSON.parse(form), form });
    const timer = window.setTimeout(read, previewDelayMs);
    return () => window.clearTimeout(timer);
  }, [form, settled.form]);
  return settled;
}

/** Cut off from the stream for so long that nobody knows the price: a market order goes by none that is older. */
function useIsStale(live: LiveStock): boolean {
  const state = useStreamState();
  const now = useServerNow(1000, state !== "live");
  return state !== "live" && now - live.at > quoteAgeMsMax;
}
