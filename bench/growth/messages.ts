/** What the bench of growth and its two instances say to each other. */

export type ToInstance =
  /** Other customers with so many positions in all. */
  | { kind: "fill"; positions: number }
  /** One call of the known customer. */
  | { kind: "ask"; call: number }
  | { kind: "check" };

export type FromInstance =
  | { kind: "ready"; calls: string[] }
  | { kind: "filled" }
  | { kind: "answered"; ms: number; refused: string }
  | { kind: "checked"; figures: Record<string, number>; checked: string; differences: number };
