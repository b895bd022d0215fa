export type Box = { x: number; y: number; width: number; height: number };
export type Tile<Item> = { item: Item; box: Box };

/**
 * Divides a box among items in proportion to their values, each as square as it can be (Bruls, Huizing and van Wijk,
 * 2000): largest first, row by row along the shorter side. What is not above zero has no tile.
 */
export function treemap<Item>(
  items: readonly Item[],
  valueOf: (item: Item) => number,
  box: Box,
): Tile<Item>[] {
  const sized = items
    .map((item) => ({ item, value: valueOf(item) }))
    .filter(({ value }) => value > 0 && Number.isFinite(value))
    .toSorted((left, right) => right.value - left.value);
  const total = sized.reduce((sum, { value }) => sum + value, 0);
  const scale = total === 0 ? 0 : (box.width * box.height) / total;
  const tiles: Tile<Item>[] = [];
  let left = box;
  let row: typeof sized = [];
  for (const one of sized) {
    const longer = [...row, one];
    const side = Math.min(left.width, left.height);
    if (row.length > 0 && worstRatio(longer, side, scale) > worstRatio(row, side, scale)) {
      left = place(row, left, scale, tiles);
      row = [one];
    } else {
      row = longer;
    }
  }
  if (row.length > 0) place(row, left, scale, tiles);
  return tiles;
}

type Sized<Item> = { item: Item; value: number };

function sumOf(row: readonly { value: number }[]): number {
  return row.reduce((sum, { value }) => sum + value, 0);
}

/** Of the tiles of a row that fills `side`, how long the least square one is for its width. */
function worstRatio(row: readonly { value: number }[], side: number, scale: number): number {
  const area = sumOf(row) * scale;
  const values = row.map(({ value }) => value * scale);
  const square = side * side;
  return Math.max(
    (square * Math.max(...values)) / (area * area),
    (area * area) / (square * Math.min(...values)),
  );
}

/** Lays a row along the shorter side, and answers what is left of the box. */
function place<Item>(
  row: readonly Sized<Item>[],
  box: Box,
  scale: number,
  tiles: Tile<Item>[],
): Box {
  const area = sumOf(row) * scale;
  const isColumn = box.width >= box.height;
  const side = isColumn ? box.height : box.width;
  const depth = side === 0 ? 0 : area / side;
  let offset = 0;
  for (const { item, value } of row) {
    const length = area === 0 ? 0 : (value * scale * side) / area;
    tiles.push({
      item,
      box: isColumn
        ? { x: box.x, y: box.y + offset, width: depth, height: length }
        : { x: box.x + offset, y: box.y, width: length, height: depth },
    });
    offset += length;
  }
  return isColumn
    ? { x: box.x + depth, y: box.y, width: Math.max(0, box.width - depth), height: box.height }
    : { x: box.x, y: box.y + depth, width: box.width, height: Math.max(0, box.height - depth) };
}

export type Rest<Item> = { rest: readonly Item[] };

/**
 * The same where each tile must be large enough for a finger: the smallest items share one tile, whose area is
 * still what they are worth together. Everything is one tile where the box is too small for two.
 */
export function touchableTreemap<Item>(
  items: readonly Item[],
  valueOf: (item: Item) => number,
  box: Box,
  sideMin: number,
): Tile<Item | Rest<Item>>[] {
  const sorted = items.toSorted((left, right) => valueOf(right) - valueOf(left));
  const shown = sorted.filter((item) => valueOf(item) > 0);
  const valueOfPart = (part: Item | Rest<Item>): number =>
    isRest(part) ? part.rest.reduce((sum, item) => sum + valueOf(item), 0) : valueOf(part);
  for (let kept = shown.length; kept > 0; kept -= 1) {
    const rest = shown.slice(kept);
    const parts: (Item | Rest<Item>)[] = [
      ...shown.slice(0, kept),
      ...(rest.length === 0 ? [] : [{ rest }]),
    ];
    const tiles = treemap(parts, valueOfPart, box);
    const isLarge = ({ box: { width, height } }: Tile<unknown>) =>
      width >= sideMin && height >= sideMin;
    if (tiles.every(isLarge)) return tiles;
  }
  return shown.length === 0 ? [] : treemap([{ rest: shown }], valueOfPart, box);
}

export function isRest<Item>(part: Item | Rest<Item>): part is Rest<Item> {
  return typeof part === "object" && part !== null && "rest" in part;
}
