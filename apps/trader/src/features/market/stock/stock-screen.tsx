import { Button, EmptyState, LinkButton } from "@sanshi/ui";
import { lazy, Suspense, useCallback, useEffect, useState, type ReactNode } from "react";
import { createPortal } from "react-dom";
import { Navigate, useLocation, useNavigate, useSearchParams } from "react-router";
import { link, paths } from "../../../app/paths.ts";
import { RefusedError } from "../../../shared/api.ts";
import { inLanguage } from "@sanshi/web/language";
import { calendarDate } from "../../../shared/calendar-date.ts";
import { useTicketDock } from "../../../shared/layout.ts";
import { Screen } from "../../../shared/screen.tsx";
import { rememberStock } from "../../../shared/stock-list/last-seen.ts";
import { useText, withLaterTexts } from "../../../shared/text.ts";
import { Depth } from "./depth.tsx";
import { PriceHead, PriceHeadWaiting } from "./price-head.tsx";
import { StockChart } from "./stock-chart.tsx";
import type { Side, TicketStart } from "./order-ticket.ts";
import { Figures, FiguresWaiting } from "./stock-figures.tsx";
import {
  stockKeyOf,
  takesOrders,
  useStockDetail,
  type StockDetail,
  type StockKey,
} from "./stock-queries.ts";
import { TradeArea } from "./trade-area.tsx";
import { WatchButton } from "./watch-button.tsx";
import styles from "./stock-screen.module.css";

const loadOrderSheet = () => withLaterTexts(() => import("./order-sheet.tsx"));
const OrderSheet = lazy(loadOrderSheet);
const OrderDock = lazy(async () => ({ default: (await loadOrderSheet()).OrderDock }));
// Only a halted stock has one.
const HaltBanner = lazy(async () => {
  const { HaltBanner: Banner } = await withLaterTexts(
    () => import("../../../shared/halt-banner.tsx"),
  );
  return { default: Banner };
});
// Only a stock whose end is announced has one.
const EndBanner = lazy(async () => {
  const { EndBanner: Banner } = await withLaterTexts(() => import("./end-banner.tsx"));
  return { default: Banner };
});
/** Later than everything that the first view needs, on a slow line too. */
const idleLoadMs = 3000;

/** What the customer holds of the stock: another feature's, so the app hands it in. */
type OwnPart = (stock: StockKey) => ReactNode;
/** Buttons beside the star, and what is known of the company: of other features too. */
type Tools = (stock: StockDetail) => ReactNode;

type StockParts = { own: OwnPart; closing: OwnPart; tools: Tools; company: Tools };

/** One stock: its price, its chart, its order book, and the order ticket over them. */
export default function StockScreen(parts: StockParts) {
  const [query] = useSearchParams();
  const stock = stockKeyOf(query);
  // Another stock starts anew: nothing of the one before may show under its name.
  const key = `${stock.type}:${stock.code}`;
  return <StockContent key={key} stock={stock} query={query} {...parts} />;
}

type StockContentProps = StockParts & { stock: StockKey; query: URLSearchParams };

function StockContent({ stock, query, own, closing, tools, company }: StockContentProps) {
  const t = useText("stock");
  const detail = useStockDetail(stock);
  const ticket = useTicket(stock, query);
  useIdleLoad(loadOrderSheet);
  useRememberedStock(stock, detail.data !== undefined);
  if (detail.isError && detail.data === undefined) return <StockFailed query={detail} />;
  if (detail.data !== undefined && detail.data.code !== stock.code) {
    return <Navigate to={paths.stock(detail.data)} replace />;
  }
  const { halt = null, end = null } = detail.data ?? {};
  const name = detail.data === undefined ? t("title") : inLanguage(detail.data.names);
  return (
    <Screen
      title={name}
      heading={<Heading stock={stock} detail={detail.data} name={name} />}
      actions={
        detail.data !== undefined && (
          <>
            {tools(detail.data)}
            <WatchButton stock={detail.data} />
          </>
        )
      }
    >
      {detail.data === undefined ? <PriceHeadWaiting /> : <PriceHead stock={detail.data} />}
      <Formerly of={detail.data?.formerly ?? null} />
      {halt !== null && (
        <Suspense fallback={null}>
          <HaltBanner halt={halt} />
        </Suspense>
      )}
      {end !== null && (
        <Suspense fallback={null}>
          <EndBanner end={end} />
        </Suspense>
      )}
      <StockChart stock={stock} detail={detail.data} />
      {detail.data === undefined ? <FiguresWaiting /> : <Figures stock={detail.data} />}
      {end?.ended !== true && (
        <Depth
          stock={stock}
          detail={detail.data}
          onTake={(price) => ticket.open({ side: "long", price })}
        />
      )}
      {detail.data !== undefined && company(detail.data)}
      <TradeArea
        isOpen={detail.data !== undefined && takesOrders(detail.data)}
        own={own(stock)}
        closing={closing(stock)}
        onOrder={(side) => ticket.open({ side, price: null })}
      />
      {detail.data !== undefined && <OrderPlace stock={detail.data} ticket={ticket} />}
    </Screen>
  );
}

type OrderPlaceProps = { stock: StockDetail; ticket: ReturnType<typeof useTicket> };

/** Over the chart, or beside it where there is room. */
function OrderPlace({ stock, ticket }: OrderPlaceProps) {
  const { dock } = useTicketDock();
  const { isOpen, start, close } = ticket;
  if (dock !== null) {
    const shown = start ?? { side: "long", price: null };
    return createPortal(
      <Suspense fallback={null}>
        {takesOrders(stock) && (
          <OrderDock stock={stock} start={shown} onClose={isOpen ? close : () => undefined} />
        )}
      </Suspense>,
      dock,
    );
  }
  return (
    <Suspense fallback={null}>
      {start !== null && <OrderSheet stock={stock} open={isOpen} start={start} onClose={close} />}
    </Suspense>
  );
}

type HeadingProps = { stock: StockKey; detail: StockDetail | undefined; name: string };

function Heading({ stock, detail, name }: HeadingProps) {
  return (
    <span className={styles["heading"]}>
      <span className={styles["name"]}>{name}</span>
      <span className={styles["code"]}>
        {stock.code} {detail?.exchange}
      </span>
    </span>
  );
}

/** What a stock that was renamed was called before. */
function Formerly({ of }: { of: StockDetail["formerly"] }) {
  const t = useText("stock");
  if (of === null) return null;
  const { code, names, until } = of;
  return (
    <p className={styles["code"]}>
      {t("formerly", { name: inLanguage(names), code, date: calendarDate(until) })}
    </p>
  );
}

function StockFailed({ query }: { query: ReturnType<typeof useStockDetail> }) {
  const t = useText("stock");
  const shell = useText("shell");
  const refusal = query.error instanceof RefusedError ? query.error.refusal : null;
  const unknown = refusal?.code === "instrument_not_found" || refusal?.code === "invalid_request";
  return (
    <Screen title={t("title")}>
      <EmptyState
        picture={unknown ? "search" : "cloud"}
        sentence={unknown ? t("not_found") : (query.error?.message ?? "")}
      >
        {unknown ? (
          <div className={styles["ways"]}>
            <LinkButton href={link(paths.search)}>{shell("search")}</LinkButton>
            <LinkButton look="plain" href={link(paths.market())}>
              {shell("to_market")}
            </LinkButton>
          </div>
        ) : (
          <Button look="quiet" busy={query.isFetching} onClick={() => void query.refetch()}>
            {shell("try_again")}
          </Button>
        )}
      </EmptyState>
    </Screen>
  );
}

const orderNames = { long: "buy", short: "short" } as const;

/** The ticket is a place of its own in the history, so that the phone's back closes it. */
function useTicket(stock: StockKey, query: URLSearchParams) {
  const navigate = useNavigate();
  const location = useLocation();
  const asked = query.get("order");
  const side = asked === orderNames.short ? "short" : "long";
  const isOpen = asked === orderNames.long || asked === orderNames.short;
  const here = paths.stock(stock);
  const opened = (location.state as { ticket?: boolean } | null)?.ticket === true;
  const open = useCallback(
    (start: TicketStart) => {
      const at = start.price === null ? "" : `&price=${encodeURIComponent(start.price)}`;
      void navigate(`${here}&order=${orderNames[start.side]}${at}`, { state: { ticket: true } });
    },
    [navigate, here],
  );
  const close = useCallback(() => {
    if (opened) void navigate(-1);
    else void navigate(here, { replace: true });
  }, [navigate, opened, here]);
  const start = useLastStart(isOpen, side, query.get("price"));
  return { isOpen, start, open, close };
}

/** Leaves the ticket mounted while it slides away, and keeps what it was opened with; null before. */
function useLastStart(isOpen: boolean, side: Side, price: string | null): TicketStart | null {
  const [last, setLast] = useState<TicketStart | null>(null);
  const isNew = isOpen && (last === null || last.price !== price || last.side !== side);
  const start = isNew ? { side, price } : last;
  if (isNew) setLast(start);
  return start;
}

/** The specification's key `stock`: whichever way led here, and only a stock that exists. */
function useRememberedStock({ type, code }: StockKey, exists: boolean): void {
  useEffect(() => {
    if (exists) rememberStock({ type, code });
  }, [type, code, exists]);
}

/** The ticket's code comes while the customer is still reading. */
function useIdleLoad(load: () => Promise<unknown>): void {
  useEffect(() => {
    const timer = window.setTimeout(() => void load().catch(() => undefined), idleLoadMs);
    return () => window.clearTimeout(timer);
  }, [load]);
}
