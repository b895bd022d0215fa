import type { Output } from "../../../shared/calls.ts";

export type OperatorRow = Output<"/api/ops/operators">["items"][number];
