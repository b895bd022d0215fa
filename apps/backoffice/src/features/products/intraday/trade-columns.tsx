import { displayDecimal } from "@sanshi/money";
import { SignedAmount } from "@sanshi/ui";
import { inLanguage } from "@sanshi/web/language";
import { link, paths } from "../../../app/paths.ts";
import type { Output } from "../../../shared/calls.ts";
import { Badge } from "../../../shared/kit/badge.tsx";
import type { Column } from "../../../shared/kit/table.tsx";
import { At } from "../../../shared/kit/time.tsx";
import { useText } from "../../../shared/text.ts";
import { showDateTimeExactly } from "../../../shared/times.ts";

export type Trade = Output<"/api/ops/intraday/trades">["items"][number];

const resultTones = {
  waiting: "waits",
  squared_off: "good",
  carried: "bad",
  closed_otherwise: "quiet",
} as const;

/** What it was, how it went, and the price and quote that each part was closed at. */
export function useTradeColumns<Row extends Trade>(): Column<Row>[] {
  const t = useText("intraday");
  return [
    {
      key: "account",
      head: t("account"),
      cell: (row) => <a href={link(paths.customer(row.account))}>{row.account}</a>,
    },
    { key: "stock", head: t("stock"), cell: (row) => `${inLanguage(row.names)} ${row.code}` },
    { key: "side", head: t("side"), cell: (row) => `${t(row.side)} ${row.leverage}×` },
    {
      key: "quantity",
      head: t("quantity"),
      end: true,
      cell: (row) => displayDecimal(row.quantity, 0, 0),
    },
    { key: "result", head: t("result"), cell: (row) => <Result trade={row} /> },
    { key: "applied_at", head: t("applied_at"), cell: (row) => <At iso={row.applied_at} /> },
    {
      key: "open_price",
      head: t("open_price"),
      end: true,
      cell: (row) => (row.open_price === null ? "–" : displayDecimal(row.open_price, 2, 4)),
    },
    { key: "closed_at", head: t("closed_at"), cell: (row) => <At iso={row.ended_at} /> },
    {
      key: "price",
      head: t("price"),
      end: true,
      cell: (row) => row.squared_off.map(({ price }) => displayDecimal(price, 2, 4)).join(", "),
    },
    { key: "quote", head: t("quote"), cell: (row) => <Quotes trade={row} /> },
    { key: "why", head: t("why"), cell: (row) => <Obstacles trade={row} /> },
    {
      key: "realised",
      head: t("realised"),
      end: true,
      cell: (row) => (row.realised === null ? "–" : <SignedAmount value={row.realised} />),
    },
  ];
}

function Result({ trade }: { trade: Trade }) {
  const t = useText("intraday");
  const { result, state, carried_at: carried } = trade;
  if (result === null) {
    return <Badge tone={state === "failed" ? "bad" : "waits"}>{t(`state_${state}`)}</Badge>;
  }
  return (
    <Badge tone={resultTones[result]}>
      {t(`result_${result}`)}
      {carried !== null && result !== "carried" && ` · ${t("result_carried")}`}
    </Badge>
  );
}

function Quotes({ trade }: { trade: Trade }) {
  const shown = (price: string) => displayDecimal(price, 2, 4);
  return trade.squared_off.map(({ at, quote }) => (
    <span key={at} className="mono" data-tip={showDateTimeExactly(quote.at)}>
      {`${quote.feed} #${quote.sequence} ${shown(quote.bid)}/${shown(quote.ask)} `}
    </span>
  ));
}

function Obstacles({ trade }: { trade: Trade }) {
  const t = useText("intraday");
  return trade.obstacles.map(({ reason, at }) => (
    <span key={reason} data-tip={showDateTimeExactly(at)}>{`${t(`obstacle_${reason}`)} `}</span>
  ));
}
