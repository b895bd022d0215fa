import { formatMinor, formatPrice, minor, price } from "@sanshi/money";
import { instantOf } from "@sanshi/rulebook";
import { describe, expect, it } from "vitest";
import { newRequestId } from "../support/test-application.ts";
import { hasMarketData, marketDataFolder, readLines, tenThousandths } from "./recorded-figures.ts";
import { feeOf, startReplay, valueOf } from "./replay-application.ts";

if (!hasMarketData) {
  console.warn(`Skipped: no recorded market data in ${marketDataFolder} (MARKET_DATA_DIR)`);
}

describe.skipIf(!hasMarketData)("a day that was recorded by minutes, with bid and ask", () => {
  it("fills at the file's ask, then at its bid, and never where it was not", async () => {
    const { app, playTo } = await startReplay(marketDataFolder, "AAPL", "2014-06-05");
    try {
      const customer = await app.newCustomer();
      const quoteOf = (time: string) =>
        readLines("intraday/us_lean_1min_quote.csv.gz", "AAPL").find(
          (line) => line["time_ET_start"] === `2014-06-05 ${time}`,
        )!;
      const at = (time: string) => instantOf("usd", "2014-06-05", time);
      const ask = tenThousandths(quoteOf("10:00:00")["ask_o"]);
      const bid = tenThousandths(quoteOf("10:16:00")["bid_o"]);
      await playTo(at("10:00"));
      const order = { type: "usd", code: "AAPL", side: "long", kind: "market" } as const;
      const placed = await app.accepted(
        "/trade/place-order",
        { ...order, quantity: "10", leverage: "1", request_id: newRequestId() },
        customer,
      );
      expect(placed.price).toBe(formatPrice(price(ask), "USD"));
      const sale = { id: placed.id, kind: "market" } as const;
      await playTo(at("10:14"));
      expect(
        await app.refused(
          "/trade/close-position",
          { ...sale, request_id: newRequestId() },
          customer,
        ),
      ).toBe("sell_locked");
      await playTo(at("10:16"));
      const closed = await app.accepted(
        "/trade/close-position",
        { ...sale, request_id: newRequestId() },
        customer,
      );
      const cost = valueOf("usd", ask, 10n, "up");
      const proceeds = valueOf("usd", bid, 10n, "down");
      const profit =
        proceeds -
        cost -
        feeOf("usd", "buy", cost, 10n, placed.filled_at) -
        feeOf("usd", "sell", proceeds, 10n, closed.filled_at);
      expect(closed).toMatchObject({
        price: formatPrice(price(bid), "USD"),
        profit: formatMinor(minor(profit), "USD"),
      });
      expect(await app.ledgerFaults()).toEqual([]);
    } finally {
      await app.stop();
    }
  });
});
