import type { StockRow } from "@sanshi/contract";
import type { MarketKey } from "@sanshi/money";
import { Change } from "@sanshi/ui";
import { inLanguage, language } from "@sanshi/web/language";
import { link, paths } from "../../../../app/paths.ts";
import { compactFigure } from "../../../../shared/compact-figure.ts";
import { rememberStock } from "../../../../shared/stock-list/last-seen.ts";
import { NameWords } from "../../../../shared/stock-list/stock-name.tsx";
import { sectorText, useText } from "../../../../shared/text.ts";
import styles from "./heat-map.module.css";
import type { MapSector } from "./sectors.ts";
import { signedChange } from "./signed-change.tsx";

type HeatTableProps = {
  market: MarketKey;
  sectors: readonly MapSector[];
  /** Of which nobody told how many shares there are. */
  without: readonly StockRow[];
};

/** What the map shows, for reading: every stock with its market value and its move, by industry. */
export function HeatTable({ market, sectors, without }: HeatTableProps) {
  const t = useText("marketTools");
  return (
    <table className={styles["table"]}>
      <caption className="visually-hidden">{t("map_title")}</caption>
      <thead>
        <tr>
          <th scope="col">{t("column_stock")}</th>
          <th scope="col">{t("column_value", { currency: currencies[market] })}</th>
          <th scope="col">{t("column_change")}</th>
        </tr>
      </thead>
      {sectors.map(({ sector, stocks, value, change }) => (
        <tbody key={sector}>
          <tr className={styles["group"]}>
            <th scope="rowgroup">{sectorText(sector)}</th>
            <td>{compactFigure(value.toFixed(0), language())}</td>
            <td>
              <Change percent={signedChange(change).replace("−", "-").replace("%", "")} />
            </td>
          </tr>
          {stocks.map(({ row, value: own }) => (
            <Row key={row.code} row={row} value={own.toFixed(0)} />
          ))}
        </tbody>
      ))}
      {without.length > 0 && (
        <tbody>
          <tr className={styles["group"]}>
            <th scope="rowgroup" colSpan={3}>
              {t("value_unknown")}
            </th>
          </tr>
          {without.map((row) => (
            <Row key={row.code} row={row} value={null} />
          ))}
        </tbody>
      )}
    </table>
  );
}

const currencies: Record<MarketKey, string> = { jpy: "JPY", usd: "USD", cny: "CNY" };

function Row({ row, value }: { row: StockRow; value: string | null }) {
  const { type, code } = row;
  return (
    <tr>
      <th scope="row">
        <a href={link(paths.stock({ type, code }))} onClick={() => rememberStock(row)}>
          <NameWords name={inLanguage(row.names)} />
        </a>
      </th>
      <td>{value === null ? "–" : compactFigure(value, language())}</td>
      <td>
        <Change percent={row.change_percent} />
      </td>
    </tr>
  );
}
