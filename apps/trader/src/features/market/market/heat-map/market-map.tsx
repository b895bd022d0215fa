import { useEffect, useMemo, useRef, useState, type RefObject } from "react";
import { inLanguage } from "@sanshi/web/language";
import { link, paths } from "../../../../app/paths.ts";
import { rememberStock } from "../../../../shared/stock-list/last-seen.ts";
import { linesOf } from "../../../../shared/stock-list/name-words.ts";
import { NameWords } from "../../../../shared/stock-list/stock-name.tsx";
import { sectorText, useText } from "../../../../shared/text.ts";
import styles from "./heat-map.module.css";
import { changeOf, stepOf, type MapSector, type MapStock } from "./sectors.ts";
import { DirectionMark, signedChange } from "./signed-change.tsx";
import { isRest, touchableTreemap, type Box } from "./treemap.ts";

/** What a finger hits. Sizes are in pixels of an ordinary text: larger texts make larger tiles, and fewer. */
const sideMin = 44;
const marketHeightOfWidth = 1.75;
const sectorHeightOfWidth = 1.3;
/** A line of an industry's name, and what has to be left under it for its stocks. */
const titleLine = 18;
const titleText = 11;
const titledSideMin = 76;
const tilesHeightMin = titledSideMin - titleLine;
/** In a title's letters: the day's move with its arrow and the gap before it. */
const percentEm = 6;
/** How large a tile's texts are. */
const tileTexts = { large: 14, middle: 11, small: 10 } as const;
const nameLinesMax = 3;

type Size = { width: number; height: number };

/** How large the reader's text is. */
function textScale(): number {
  return parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
}

/** Every industry with its stocks; the smallest of each, and the smallest industries, share one tile. */
export function MapOfMarket({
  sectors,
  onChoose,
}: {
  sectors: readonly MapSector[];
  onChoose: (sector: string) => void;
}) {
  const t = useText("marketTools");
  const [element, { width, height }] = useSize(marketHeightOfWidth);
  const tiles = useMemo(
    () =>
      touchableTreemap(
        sectors,
        ({ value }) => value,
        boxOf({ width, height }),
        sideMin * textScale(),
      ),
    [sectors, width, height],
  );
  return (
    <div ref={element} className={styles["map"]} style={{ height }}>
      {width > 0 &&
        tiles.map(({ item, box }) => {
          if (isRest(item)) {
            const stocks = item.rest.flatMap((one) => one.stocks);
            const smallest = item.rest[0];
            return (
              <RestTile
                key="rest"
                box={box}
                title={t("other_sectors", { count: item.rest.length })}
                change={changeOf(stocks)}
                onPress={() => smallest !== undefined && onChoose(smallest.sector)}
              />
            );
          }
          const title = titleOf(sectorText(item.sector), box);
          if (title === null) {
            return (
              <RestTile
                key={item.sector}
                box={box}
                title={sectorText(item.sector)}
                change={item.change}
                onPress={() => onChoose(item.sector)}
              />
            );
          }
          return (
            <div key={item.sector} className={styles["sector"]} style={placeOf(box)}>
              <h2
                className={styles["sectorTitle"]}
                data-lines={title.isOneLine ? "one" : "more"}
                style={{ height: title.height }}
              >
                <span className={styles["sectorName"]}>
                  <NameWords name={sectorText(item.sector)} />
                </span>
                <Percent change={item.change} />
              </h2>
              <Stocks
                stocks={item.stocks}
                box={{ x: 0, y: title.height, width: box.width, height: box.height - title.height }}
                onMore={() => onChoose(item.sector)}
              />
            </div>
          );
        })}
    </div>
  );
}

/** One industry on the whole map. */
export function MapOfSector({ sector, onMore }: { sector: MapSector; onMore: () => void }) {
  const [element, { width, height }] = useSize(sectorHeightOfWidth);
  return (
    <>
      <p className={styles["summary"]}>
        {sectorText(sector.sector)} <Percent change={sector.change} />
      </p>
      <div ref={element} className={styles["map"]} style={{ height }}>
        {width > 0 && (
          <Stocks stocks={sector.stocks} box={boxOf({ width, height })} onMore={onMore} />
        )}
      </div>
    </>
  );
}

type StocksProps = { stocks: readonly MapStock[]; box: Box; onMore: () => void };

function Stocks({ stocks, box, onMore }: StocksProps) {
  const t = useText("marketTools");
  const { width, height, y } = box;
  const tiles = useMemo(
    () =>
      touchableTreemap(
        stocks,
        ({ value }) => value,
        { x: 0, y, width, height },
        sideMin * textScale(),
      ),
    [stocks, y, width, height],
  );
  return tiles.map(({ item, box: own }) =>
    isRest(item) ? (
      <RestTile
        key="rest"
        box={own}
        title={t("more_stocks", { count: item.rest.length })}
        change={changeOf(item.rest)}
        onPress={onMore}
      />
    ) : (
      <StockTile key={item.row.code} stock={item} box={own} />
    ),
  );
}

function StockTile({ stock: { row, change }, box }: { stock: MapStock; box: Box }) {
  const { type, code } = row;
  const name = inLanguage(row.names);
  return (
    <a
      className={styles["tile"]}
      data-step={stepOf(change)}
      data-size={sizeOf(box)}
      style={placeOf(box)}
      href={link(paths.stock({ type, code }))}
      onClick={() => rememberStock(row)}
    >
      <span className={styles["tileName"]}>
        {hasRoom(name, box) ? (
          <NameWords name={name} />
        ) : (
          <>
            <span aria-hidden="true">{code}</span>
            <span className="visually-hidden">{name}</span>
          </>
        )}
      </span>
      <Percent change={change} />
    </a>
  );
}

/** Whether a name stands in a tile above the move, whole: neither a word nor a line of it is cut. */
function hasRoom(name: string, box: Box): boolean {
  const letter = tileTexts[sizeOf(box)] * textScale();
  const lines = linesOf(name, (box.width - 8) / letter);
  // The move has a line of its own.
  const linesMax = Math.floor((box.height - 6) / (letter * 1.2)) - 1;
  return lines <= Math.min(nameLinesMax, linesMax);
}

/** An industry's name with its move beside it, or below where there is no room; null where neither leaves its stocks any. */
function titleOf(name: string, { width, height }: Box) {
  const scale = textScale();
  const roomEm = (width - 6) / (titleText * scale);
  const isOneLine = linesOf(name, roomEm - percentEm) === 1;
  const lines = isOneLine ? 1 : linesOf(name, roomEm) + 1;
  const titled = { isOneLine, height: lines * titleLine * scale };
  const isLarge =
    width >= titledSideMin * scale && height - titled.height >= tilesHeightMin * scale;
  return isLarge ? titled : null;
}

type RestTileProps = { box: Box; title: string; change: number; onPress: () => void };

function RestTile({ box, title, change, onPress }: RestTileProps) {
  return (
    <button
      type="button"
      className={styles["tile"]}
      data-step={stepOf(change)}
      data-size={sizeOf(box)}
      style={placeOf(box)}
      onClick={onPress}
    >
      <span className={styles["tileName"]}>{title}</span>
      <Percent change={change} />
    </button>
  );
}

function Percent({ change }: { change: number }) {
  return (
    <span className={styles["percent"]}>
      <DirectionMark change={change} />
      {signedChange(change)}
    </span>
  );
}

function sizeOf({ width, height }: Box): "large" | "middle" | "small" {
  const scale = textScale();
  if (width >= 120 * scale && height >= 80 * scale) return "large";
  return width >= 72 * scale && height >= 52 * scale ? "middle" : "small";
}

function boxOf({ width, height }: Size): Box {
  return { x: 0, y: 0, width, height };
}

function placeOf({ x, y, width, height }: Box) {
  return { left: x, top: y, width, height };
}

/** As wide as there is room, and so much higher. */
function useSize(heightOfWidth: number): [RefObject<HTMLDivElement | null>, Size] {
  const element = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    if (element.current === null) return undefined;
    const observer = new ResizeObserver(([entry]) => {
      if (entry !== undefined) setWidth(Math.floor(entry.contentRect.width));
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  return [element, { width, height: Math.round(width * heightOfWidth) }];
}
