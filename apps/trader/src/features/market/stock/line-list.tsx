import type { DrawnLine } from "@sanshi/chart";
import { Button, Field, Sheet } from "@sanshi/ui";
import { serverNow } from "@sanshi/web/server-clock";
import { useState } from "react";
import { useText } from "../../../shared/text.ts";
import type { ChartLines } from "./chart-lines.ts";
import { axisPrice, exchangeTime, priceDigits } from "./stock-figures-format.ts";
import type { StockDetail, StockKey } from "./stock-queries.ts";
import styles from "./drawing.module.css";

type LineListProps = {
  stock: StockKey;
  detail: StockDetail | undefined;
  drawn: ChartLines;
  open: boolean;
  onClose: () => void;
};

/** What is drawn in words, for whoever does not see it or cannot drag: with a way to draw a level and to remove each. */
export default function LineList({ stock, detail, drawn, open, onClose }: LineListProps) {
  const t = useText("chart");
  const shell = useText("shell");
  const digits = priceDigits(detail?.tick ?? "0.01");
  const describe = (line: DrawnLine) => {
    const point = ({ at, price }: DrawnLine["from"]) => ({
      day: exchangeTime(at, stock.type, "dateTime"),
      price: axisPrice(price, digits),
    });
    const [from, to] = [point(line.from), point(line.to)];
    if (line.kind === "level") return t("line_at", { price: from.price });
    return t("line_from_to", {
      ...{ from: from.day, from_price: from.price },
      ...{ to: to.day, to_price: to.price },
    });
  };
  return (
    <Sheet open={open} onClose={onClose} title={t("lines")} closeLabel={shell("close")}>
      {drawn.lines.length === 0 ? (
        <p className={styles["note"]}>{t("no_lines")}</p>
      ) : (
        <ul className={styles["list"]}>
          {drawn.lines.map((line) => (
            <li key={line.id} className={styles["row"]}>
              <span className={styles["words"]}>
                <strong>{t(`line_${line.kind}`)}</strong>
                <span>{describe(line)}</span>
              </span>
              <Button
                look="quiet"
                small
                aria-label={t("remove_line", {
                  line: `${t(`line_${line.kind}`)} ${describe(line)}`,
                })}
                onClick={() => drawn.remove(line.id)}
              >
                {t("remove")}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <LevelForm drawn={drawn} />
      <p className={styles["note"]}>{t("lines_kept")}</p>
    </Sheet>
  );
}

/** A horizontal line by its price. */
function LevelForm({ drawn }: { drawn: ChartLines }) {
  const t = useText("chart");
  const [typed, setTyped] = useState("");
  const [isRefused, setRefused] = useState(false);
  const add = () => {
    const price = Number(typed.normalize("NFKC").replaceAll(",", ""));
    const isPrice = typed.trim() !== "" && Number.isFinite(price) && price > 0;
    setRefused(!isPrice);
    if (!isPrice) return;
    const point = { at: serverNow(), price };
    drawn.draw({ kind: "level", from: point, to: point });
    setTyped("");
  };
  return (
    <form
      className={styles["form"]}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        add();
      }}
    >
      <Field
        label={t("level_price")}
        inputMode="decimal"
        autoComplete="off"
        maxLength={16}
        value={typed}
        onChange={setTyped}
        {...(isRefused && { refusal: t("level_price_wrong") })}
      />
      <Button look="quiet" wide type="submit" disabled={!drawn.isKnown}>
        {t("add_level")}
      </Button>
    </form>
  );
}
