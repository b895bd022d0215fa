/** What hardly any change has. */
export type RareFigures = {
  /** When it happened, on the app's clock, where that had leapt over it: a lock on selling counts from there. */
  passedAt?: number;
  /** Shares that a short borrows with it, or gives back below zero. */
  lent: bigint;
  /** No dividend is to lower the closing orders that it places. */
  doNotReduce?: boolean;
  /** Of an order that works on, or is placed to: whether it trades in extended hours too, where that is said with it. */
  hours?: { orderId: bigint; extended: boolean };
  /** Of an order that is a part of a larger one: what all parts had filled, and the value that this one adds. */
  group: { id: string; orderId: bigint; filledSeen: bigint; value: bigint } | null;
};

/** They come as one JSON, at this parameter: `npm run check` prepares no more than 100 of them. */
export const rareFrom = (parameter: number) => `json_to_recordset($${parameter}::json)
  AS r (row int, passed_at bigint, lent bigint, do_not_reduce boolean, order_id bigint, group_id uuid, group_seen bigint, group_value bigint,
    hours_order bigint, extended_hours boolean)`;

/** Of each change its place in the list, counted from 1, with what it has of them. */
export function rareOf(changes: readonly (RareFigures | null)[]): string {
  const rare = changes.flatMap((change, index) => {
    const { group = null, passedAt = null, lent = 0n, doNotReduce = false, hours } = change ?? {};
    const isRare = group !== null || passedAt !== null || lent !== 0n || doNotReduce;
    if (!isRare && hours === undefined) return [];
    return [
      {
        row: index + 1,
        passed_at: passedAt,
        lent: lent.toString(),
        do_not_reduce: doNotReduce,
        order_id: group?.orderId.toString(),
        group_id: group?.id,
        group_seen: group?.filledSeen.toString(),
        group_value: group?.value.toString(),
        hours_order: hours?.orderId.toString(),
        extended_hours: hours?.extended,
      },
    ];
  });
  return JSON.stringify(rare);
}
