import type { Output } from "../../../shared/calls.ts";

export type Customer = Output<"/api/ops/customers/:account">;
