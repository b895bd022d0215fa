import type { CallKind } from "./admission.ts";

/** How many answers each route gave since the process started, by HTTP status. */
export type CallCounts = {
  answered(route: string, status: number): void;
  /** One that admission turned away before its route was known to anybody but us. */
  shed(kind: CallKind): void;
  routes(): { route: string; status: number; count: number }[];
  shedByKind(): Readonly<Record<CallKind, number>>;
};

/** Routes are those that the server declares, so their number is bounded; a path of no route is `none`. */
export function createCallCounts(): CallCounts {
  const counts = new Map<string, Map<number, number>>();
  const shed: Record<CallKind, number> = { closing: 0, opening: 0, other: 0 };
  return {
    answered(route, status) {
      let ofRoute = counts.get(route);
      if (ofRoute === undefined) counts.set(route, (ofRoute = new Map<number, number>()));
      ofRoute.set(status, (ofRoute.get(status) ?? 0) + 1);
    },
    shed: (kind) => void (shed[kind] += 1),
    routes: () =>
      [...counts].flatMap(([route, ofRoute]) =>
        [...ofRoute].map(([status, count]) => ({ route, status, count })),
      ),
    shedByKind: () => shed,
  };
}
