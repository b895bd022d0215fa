import { Pick, SearchBox, Segments } from "../kit/filters.tsx";
import { useText } from "../text.ts";
import { stateFiltersOf, type QueueName, type QueueSort, type StateFilter } from "./queue.ts";

type Filter = { state: string; q: string; sort: string; claimed: string };

type QueueFiltersProps = {
  queue: QueueName;
  filter: Filter;
  onChange: (some: Partial<Filter>) => void;
  sorts: readonly QueueSort[];
  narrow: boolean;
};

/** State, whose, order and search: the same in every queue. */
export function QueueFilters({ queue, filter, onChange, sorts, narrow }: QueueFiltersProps) {
  const t = useText("queue");
  const states = stateFiltersOf(queue).map((value) => ({
    value,
    label: t(value === "" ? "filter_waiting" : `filter_${value}`),
  }));
  const state = {
    label: t("state"),
    value: filter.state as StateFilter,
    onChange: (value: StateFilter) => onChange({ state: value }),
    options: states,
  };
  return (
    <>
      {narrow ? <Pick {...state} /> : <Segments {...state} />}
      <Pick
        label={t("whose")}
        value={filter.claimed}
        onChange={(claimed) => onChange({ claimed })}
        options={[
          { value: "", label: t("whose_all") },
          { value: "mine", label: t("whose_mine") },
          { value: "nobody", label: t("whose_nobody") },
        ]}
      />
      <Pick
        label={t("order")}
        value={filter.sort || (sorts[0] ?? "")}
        onChange={(sort) => onChange({ sort: sort === sorts[0] ? "" : sort })}
        options={sorts.map((value) => ({ value, label: t(`order_${value}`) }))}
      />
      <SearchBox label={t("search")} value={filter.q} onChange={(q) => onChange({ q })} main />
    </>
  );
}
