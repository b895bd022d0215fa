import { chineseCompanies } from "./china.ts";
import type { Company } from "./company.ts";
import { japaneseCompanies } from "./japan.ts";
import { unitedStatesCompanies } from "./united-states.ts";

/** The demo content's companies of all three markets, in the order in which lists show them. */
export function demoCompanies(): Company[] {
  return [...japaneseCompanies(), ...unitedStatesCompanies(), ...chineseCompanies()];
}
