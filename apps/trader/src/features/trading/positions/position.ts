import type { CallOutput, Calls } from "@sanshi/contract";

export type Position = CallOutput<Calls["/trade/position"]>;
