import { constants, inflateSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { localDate } from "@sanshi/rulebook";
import { testOrder } from "../../../../../tests/support/builders.ts";
import {
  newRequestId,
  startTestApplication,
  type SignedIn,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";

let app: TestApplication;
let customer: SignedIn;
beforeAll(async () => {
  app = await startTestApplication({ SIMULATED_GRANT: "JPY:1000000" });
});
beforeEach(async () => {
  app.feed.quote("jpy", "7203", "2850");
  customer = await app.newCustomer();
});
afterAll(() => app.stop());

const today = () => localDate("jpy", app.context.clock.now());
const shift = (date: string, days: number) =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

async function csv(from: string, to: string, language: "jp" | "us" = "us"): Promise<string[][]> {
  const file = await app.accepted(
    "/user/statement",
    { from, to, format: "csv", language },
    customer,
  );
  expect(file.media_type).toBe("text/csv");
  const text = Buffer.from(file.base64, "base64").toString().replace("\ufeff", "");
  return text.split("\r\n").map(cellsOf);
}

/** The cells of a line; quoted ones hold no quotes here. */
function cellsOf(line: string): string[] {
  return [...`${line},`.matchAll(/(?:"([^"]*)"|([^,]*)),/g)].map(
    ([, quoted, plain]) => quoted ?? plain ?? "",
  );
}

async function buy(quantity: string): Promise<string> {
  const { id } = await app.accepted("/trade/place-order", testOrder({ quantity }), customer);
  return id;
}

describe("a statement", () => {
  it("says what there was, what moved, what is left and what is held, and that it is simulated", async () => {
    const id = await buy("100");
    await app.advance(16 * 60);
    app.feed.quote("jpy", "7203", "2850");
    await app.accepted(
      "/trade/close-position",
      { id, kind: "market", quantity: "40", request_id: newRequestId() },
      customer,
    );
    // The clock may have passed midnight on the way.
    const lines = await csv(shift(today(), -1), today());
    expect(lines[0]![0]).toContain("simulated");
    const cash = lines.find(([name]) => name === "Cash")!;
    expect(cash.slice(0, 3)).toEqual(["Cash", "JPY", "0"]);
    const { jpy } = await app.accepted("/user/getUserinfo", {}, customer);
    expect(cash[3]).toBe(jpy);
    const kinds = lines.map(([, kind]) => kind);
    expect(kinds.indexOf("Simulated funds")).toBeLessThan(kinds.indexOf("Buy"));
    expect(kinds.indexOf("Buy")).toBeLessThan(kinds.indexOf("Sell"));
    const held = lines.find(([code, , side]) => code === "7203.T" && side === "Long");
    expect(held?.[4]).toBe("60");
  });

  it("has quantity, price, fee and profit of every trade, and value and profit of what is held", async () => {
    const id = await buy("100");
    await app.advance(16 * 60);
    app.feed.quote("jpy", "7203", "2900");
    const sold = await app.accepted(
      "/trade/close-position",
      { id, kind: "market", quantity: "40", request_id: newRequestId() },
      customer,
    );
    await app.accepted(
      "/user/save-trading-preferences",
      { setting: "short", switched: "on" },
      customer,
    );
    const short = await app.accepted(
      "/trade/place-order",
      testOrder({ quantity: "10", side: "short" }),
      customer,
    );
    const held = await app.accepted("/trade/position", { id }, customer);
    const lines = await csv(shift(today(), -1), today());
    // Time, activity, code, name, currency, quantity, price, amount, fee, profit.
    const trades = lines.filter((cells) => cells.length === 10 && cells[2] === "7203.T");
    const plain = (text: string) => String(Number(text));
    expect(trades.map((cells) => [cells[1], cells[5], plain(cells[6]!), plain(cells[9]!)])).toEqual(
      [
        ["Buy", "100", plain(held.buy_price), "0"],
        ["Sell", "40", plain(sold.price), plain(sold.profit)],
        ["Sell short", "10", plain(short.price), "0"],
      ],
    );
    for (const [, , , , , quantity, price, amount] of trades) {
      expect(Number(amount)).toBe(Number(quantity) * Number(price));
    }
    // Code, name, side, currency, quantity, average price, price, value, profit.
    const holding = (side: string) =>
      lines.find((cells) => cells[0] === "7203.T" && cells[2] === side)!;
    expect(holding("Long").slice(4).map(plain)).toEqual([
      "60",
      plain(held.buy_price),
      "2900",
      String(60 * 2900),
      plain(held.yingkui),
    ]);
    // Bought back it would cost, which is never added to what is owned.
    expect(Number(holding("Short")[7])).toBe(-10 * 2900);
  });

  it("adds up: opening balance and movements are the closing balance", async () => {
    await buy("100");
    await buy("7");
    const lines = await csv(shift(today(), -1), today());
    // Time, activity, stock, currency, amount, balance.
    const amounts = lines
      .filter((cells) => cells.length === 6 && cells[3] === "JPY" && /:/.test(cells[0]!))
      .map((cells) => Number(cells[4]));
    const cash = lines.find(([name]) => name === "Cash")!;
    expect(amounts.length).toBeGreaterThan(2);
    expect(amounts.reduce((sum, one) => sum + one, 0)).toBe(Number(cash[3]));
  });

  it("of days before says nothing of what came after", async () => {
    const first = today();
    await app.advance(3 * 86_400);
    app.feed.quote("jpy", "7203", "2850");
    await buy("100");
    const lines = await csv(first, shift(first, 1));
    expect(lines.some(([, kind]) => kind === "Buy")).toBe(false);
    expect(lines.some(([code]) => code === "7203.T")).toBe(false);
    expect(lines.find(([name]) => name === "Cash")?.[3]).toBe("1000000");
    const later = await csv(today(), today());
    expect(later.find(([name]) => name === "Cash")?.[2]).toBe("1000000");
  });

  it.each(["jp", "cn", "us"] as const)(
    "is a PDF that carries its own glyphs (%s)",
    async (language) => {
      await buy("100");
      const file = await app.accepted(
        "/user/statement",
        { from: today(), to: today(), format: "pdf", language },
        customer,
      );
      const bytes = Buffer.from(file.base64, "base64");
      expect(file).toMatchObject({ media_type: "application/pdf" });
      expect(file.file_name).toBe(`statement-${today()}-${today()}.pdf`);
      expect(bytes.subarray(0, 5).toString()).toBe("%PDF-");
      const text = bytes.toString("latin1");
      expect(text).toContain("/FontFile2");
      expect(bytes.length).toBeLessThan(300_000);
      // The watermark turns the page's own axes; nothing else of a statement does.
      const pages = [...text.matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g)].map(([, body]) => {
        try {
          // Where a stream's checksum ends like a line does, the pattern takes its last byte away.
          const options = { finishFlush: constants.Z_SYNC_FLUSH };
          return inflateSync(Buffer.from(body!, "latin1"), options).toString("latin1");
        } catch {
          return "";
        }
      });
      const turned = /0\.9063\d* -?0\.4226/;
      const watermarked = pages.filter((page) => turned.test(page));
      expect(watermarked.length).toBeGreaterThan(0);
      // Behind the text, and no text itself: it would stand between the lines of whoever reads them.
      for (const page of watermarked) {
        const [before = "", behind = ""] = page.split(turned);
        expect(before).not.toContain("BT\n");
        expect(behind.slice(0, behind.indexOf("\nQ"))).not.toContain("BT\n");
        expect(behind.slice(behind.indexOf("\nQ"))).toContain("BT\n");
      }
    },
  );

  it("is a workbook too", async () => {
    const form = { from: today(), to: today(), format: "xlsx", language: "jp" } as const;
    const file = await app.accepted("/user/statement", form, customer);
    expect(file.file_name).toBe(`statement-${today()}-${today()}.xlsx`);
    expect(file.media_type).toContain("spreadsheetml.sheet");
    expect(Buffer.from(file.base64, "base64").subarray(0, 2).toString()).toBe("PK");
  });

  it("is one of every month since the customer came", async () => {
    const months = await app.accepted("/user/statements", {}, customer);
    expect(months).toHaveLength(1);
    expect(months[0]).toMatchObject({ month: today().slice(0, 7), complete: false });
  });

  it("refuses a period that is reversed or too long", async () => {
    const ask = (from: string, to: string) =>
      app.refused("/user/statement", { from, to }, customer);
    expect(await ask("2026-02-02", "2026-02-01")).toBe("date_range_reversed");
    expect(await ask("2025-01-01", "2026-02-01")).toBe("date_range_too_long");
  });
});
