import { deskLists, type DeskList } from "@sanshi/contract/constants";
import { send, type Asked } from "./api.ts";
import type { Output, Path } from "./calls.ts";
import { queryClient, useCall, type ListSource } from "./queries.ts";

type OwnLists = Output<"/api/ops/me/lists">;
export type SavedView = OwnLists["views"][number];

const path = "/api/ops/me/lists";

/** A list of which something is kept; null for what is listed and is none. */
export function deskListOf(asked: Path): DeskList | null {
  return deskLists.find((list) => list === asked) ?? null;
}

/** What the signed-in operator keeps of one list. Read once: nobody else changes it. */
export function useOwnList(list: DeskList): {
  views: readonly SavedView[];
  hidden: ReadonlySet<string>;
} {
  const { data } = useCall(path, {}, { staleTime: Infinity });
  return {
    views: data?.views.filter((view) => view.list === list) ?? [],
    hidden: new Set(data?.hidden.find((one) => one.list === list)?.columns),
  };
}

export async function saveView(
  list: DeskList,
  name: string,
  search: string,
  /** The view whose name this is now. */
  replaces?: string,
): Promise<Asked<SavedView>> {
  const asked = await send("/api/ops/me/lists/view", {
    ...{ list, name, search },
    ...(replaces !== undefined && { replaces }),
  });
  if (asked.ok) {
    const { id } = asked.data;
    change(({ views, ...more }) => ({
      ...more,
      views: [
        ...views.filter((view) => view.id !== id && view.id !== replaces),
        asked.data,
      ].toSorted((one, other) => one.name.localeCompare(other.name)),
    }));
  }
  return asked;
}

export async function removeView(id: string): Promise<Asked<unknown>> {
  const asked = await send("/api/ops/me/lists/view/remove", { id });
  // Another tab may have removed it: then it is gone here too.
  if (asked.ok || asked.refusal.code === "view_not_found") {
    change(({ views, ...more }) => ({ ...more, views: views.filter((view) => view.id !== id) }));
  }
  return asked;
}

/** Shown at once; where it could not be kept, the list is as it was. */
export async function hideColumns(
  list: DeskList,
  columns: ReadonlySet<string>,
): Promise<Asked<unknown>> {
  const before = queryClient.getQueryData<OwnLists>([path, {}]);
  const hidden = [...columns];
  change(({ hidden: others, ...more }) => ({
    ...more,
    hidden: [...others.filter((one) => one.list !== list), { list, columns: hidden }],
  }));
  const asked = await send("/api/ops/me/lists/columns", { list, hidden });
  if (!asked.ok) queryClient.setQueryData([path, {}], before);
  return asked;
}

function change(to: (lists: OwnLists) => OwnLists): void {
  queryClient.setQueryData<OwnLists>([path, {}], (lists) =>
    lists === undefined ? lists : to(lists),
  );
}

/** What a list is narrowed by, as the call for its file takes it: without the place of a page. */
export function filterText({ input }: ListSource): string {
  const fields = Object.entries(input).filter(
    ([name, value]) => name !== "limit" && name !== "cursor" && value !== undefined && value !== "",
  );
  return new URLSearchParams(fields.map(([name, value]) => [name, String(value)])).toString();
}
