import { useState } from "react";
import { readStored, writeStored } from "../../../../shared/stored.ts";
import { readSort, type Sort } from "../arranging.ts";

/** How what is held is listed: the specification's list by opening order, or one row a stock. */
export type View = "stock" | "order";

/** The choice is remembered on this device; without one, and by a link to a stock's row, it is by stock. */
export function useView(isLinked: boolean): [View, (view: View) => void] {
  const [view, setView] = useState<View>(() =>
    !isLinked && readStored("positionsView") === "order" ? "order" : "stock",
  );
  return [
    view,
    (next) => {
      setView(next);
      writeStored("positionsView", next);
    },
  ];
}

/** In which order, remembered likewise. */
export function useSort(): [Sort, (sort: Sort) => void] {
  const [sort, setSort] = useState<Sort>(() => readSort(readStored("positionsSort")));
  return [
    sort,
    (next) => {
      setSort(next);
      writeStored("positionsSort", next);
    },
  ];
}
