/** How what is held is ordered: by the figures that came with the list, so that no tick moves a row. */
export const sorts = ["value", "profit", "percent", "day", "name"] as const;
export const filters = ["all", "gain", "loss", "sellable", "borrowed"] as const;
export type Sort = (typeof sorts)[number];
export type Filter = (typeof filters)[number];

/** What of a row is compared: figures as the wire has them. */
export type Arranged = {
  value: string;
  profit: string;
  percent: string;
  day: string;
  name: string;
  /** Whether any of it can be closed now. */
  isSellable: boolean;
  /** Bought with borrowed money, or sold short. */
  isBorrowed: boolean;
};

export function readSort(text: string): Sort {
  return sorts.find((one) => one === text) ?? "value";
}

export function readFilter(text: string | null): Filter {
  return filters.find((one) => one === text) ?? "all";
}

/** The largest first, names from their beginning; equals stay as they came. */
export function arrange<Row>(
  rows: readonly Row[],
  { sort, filter }: { sort: Sort; filter: Filter },
  read: (row: Row) => Arranged,
): Row[] {
  const known = rows.map((row) => ({ row, facts: read(row) }));
  return known
    .filter(({ facts }) => isShown(facts, filter))
    .toSorted((one, other) =>
      sort === "name"
        ? one.facts.name.localeCompare(other.facts.name)
        : compareDecimals(other.facts[sort], one.facts[sort]),
    )
    .map(({ row }) => row);
}

function isShown(facts: Arranged, filter: Filter): boolean {
  if (filter === "gain") return compareDecimals(facts.profit, "0") > 0;
  if (filter === "loss") return compareDecimals(facts.profit, "0") < 0;
  if (filter === "sellable") return facts.isSellable;
  return filter === "all" || facts.isBorrowed;
}

/** Of decimals as the wire has them, without a float on the way. */
export function compareDecimals(one: string, other: string): number {
  const [a, b] = [scaled(one), scaled(other)];
  return a < b ? -1 : a > b ? 1 : 0;
}

const digits = 8;

function scaled(text: string): bigint {
  const [whole = "0", fraction = ""] = text.replace("-", "").split(".");
  const value = BigInt(whole + fraction.padEnd(digits, "0").slice(0, digits));
  return text.startsWith("-") ? -value : value;
}
