import type { CallOutput, Calls } from "@sanshi/contract";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeAll, expect, it } from "vitest";
import { callKey } from "../../../shared/queries.ts";
import { loadTexts } from "../../../shared/text.ts";
import { AssetsCard } from "./assets-card.tsx";

beforeAll(() => loadTexts("jp"));

/** Home's card of a customer who bought 3,000,000 yen of shares with two thirds of them borrowed. */
function shown(debt: string): string {
  const total = {
    ...{ currency: "JPY", available: "0", frozen: "0", holdings_value: "2725666" },
    ...{ short_value: "0", total_assets: "2725666", total_debt: debt, unrealized: "0" },
    ...{ net_assets: "908555", unpaid_debt: "0", withdrawable: "0", unsettled: [] },
    ...{ day: null, rates_from: "simulated", rates_at: "2026-11-20T00:00:00Z" },
  };
  const assets = { at: total.rates_at, total, currencies: [] } as unknown as CallOutput<
    Calls["/user/assets"]
  >;
  const client = new QueryClient();
  client.setQueryData(callKey("/user/assets", { currency: "JPY" }), assets);
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <AssetsCard later={false} />
    </QueryClientProvider>,
  );
}

const wordsOf = (markup: string) => markup.replaceAll(/<[^>]*>/g, " ").replaceAll(/\s+/g, " ");

it("has net assets as its one figure, with the debt and what is owned beside it", () => {
  const words = wordsOf(shown("1817111"));
  const [figure = "", debt = ""] = words.match(/[\d,]{7,}/g) ?? [];
  expect([figure, debt]).toEqual(["908,555", "1,817,111"]);
  expect(words).toContain("2,725,666.00 JPY");
});

it("speaks of no debt where nothing is owed", () => {
  expect(wordsOf(shown("0"))).not.toContain("2,725,666");
});
