import { searchTermsMax } from "@sanshi/contract/constants";
import type { SectorKey } from "@sanshi/contract/sectors";
import type { MarketKey } from "@sanshi/money";
import type { Input } from "../../../shared/calls.ts";
import type { Translate } from "../../../shared/text.ts";
import {
  emptyNaming,
  readCode,
  readTerms,
  trimNames,
  unnamed,
  type NamingDraft,
} from "./instrument-draft.ts";
import type { NamingField } from "./naming-fields.tsx";

export const americanExchanges = ["NYSE", "NASDAQ"] as const;

/** An addition as it is typed. */
export type AdditionDraft = NamingDraft & {
  market: MarketKey;
  code: string;
  exchange: (typeof americanExchanges)[number];
  listedOn: string;
  note: string;
};

export type AdditionField = NamingField | "code" | "exchange" | "listed_on" | "note";

export function emptyAddition(market: MarketKey): AdditionDraft {
  return { ...emptyNaming, market, code: "", exchange: "NYSE", listedOn: "", note: "" };
}

/** What is missing; the rest is the server's to judge. */
export function faultsOf(
  draft: AdditionDraft,
  isFounded: boolean,
  t: Translate<"instruments">,
): Partial<Record<AdditionField, string>> {
  return {
    ...(readCode(draft.code) === "" && { code: t("code_needed") }),
    ...(unnamed(draft).length > 0 && { names: t("name_needed") }),
    ...(readTerms(draft.terms).length > searchTermsMax && {
      search_terms: t("search_terms_many", { max: searchTermsMax }),
    }),
    ...(draft.sector === "" && { sector: t("sector_needed") }),
    ...(isFounded && draft.listedOn === "" && { listed_on: t("listed_on_needed") }),
  };
}

/** As it is sent, once nothing is missing. */
export function additionOf(
  draft: AdditionDraft,
  sector: SectorKey,
  isFounded: boolean,
): Input<"/api/ops/instruments/add"> {
  const { market: type, exchange, listedOn, note } = draft;
  return {
    type,
    code: readCode(draft.code),
    ...(type === "usd" && { exchange }),
    names: trimNames(draft.names),
    search_terms: readTerms(draft.terms),
    sector,
    ...(isFounded && { listed_on: listedOn }),
    ...(note.trim() !== "" && { note: note.trim() }),
  };
}
