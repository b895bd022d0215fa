// Written by `npm run types` from the migrations and the statements: not by hand.
import type { OperatorRole, ReasonSentences, SiteSettingName } from "@sanshi/contract";

export type ListedChangeRow = {
  id: bigint;
  name: SiteSettingName;
  value_before: string;
  value: string;
  tightens: boolean;
  reason: ReasonSentences;
  proposal_id: bigint;
  proposed_role: OperatorRole;
  approved_role: OperatorRole;
  decided_at: number;
  effective_from: number;
  state: string;
};

export type StoredChange = {
  id: bigint;
  name: SiteSettingName;
  value_before: string;
  value: string;
  tightens: boolean;
  reason: ReasonSentences;
  proposal_id: bigint;
  proposed_role: OperatorRole;
  approved_role: OperatorRole;
  decided_at: number;
  effective_from: number;
};
