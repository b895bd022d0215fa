import fc from "fast-check";
import { expect, it } from "vitest";
import { codesOf, pastNamesOf, type CodeChange } from "./code-changes.ts";

const named = (text: string) => ({ jp: text, cn: text, us: text });

/** A market of stocks of which each has gone through some codes, its own and nobody else's. */
const histories = fc
  .array(fc.array(fc.integer({ min: 1, max: 50 }), { maxLength: 5 }), {
    minLength: 1,
    maxLength: 4,
  })
  .map((stocks) =>
    stocks.map((gaps, stock) => {
      let at = 0;
      return gaps.map((gap, number): CodeChange => {
        at += gap;
        return {
          id: BigInt(stock * 10 + number),
          market: "usd",
          oldCode: `S${stock}C${number}`,
          newCode: `S${stock}C${number + 1}`,
          exchange: "NYSE",
          namesBefore: named(`S${stock}N${number}`),
          names: named(`S${stock}N${number + 1}`),
          effectiveOn: "2026-01-05",
          effectiveAt: at,
          carriedAt: at,
        };
      });
    }),
  );

it("leads from every code of a stock to each of its codes, at every moment, and to no other stock's", () => {
  fc.assert(
    fc.property(histories, fc.integer({ min: -5, max: 260 }), (stocks, moment) => {
      const codes = codesOf(stocks.flat().toReversed());
      for (const [stock, changes] of stocks.entries()) {
        const all = Array.from({ length: changes.length + 1 }, (_, n) => `S${stock}C${n}`);
        const passed = changes.filter(({ effectiveAt }) => effectiveAt <= moment).length;
        for (const code of all) {
          expect(codes.present("usd", code)).toBe(all.at(-1));
          expect(codes.first("usd", code)).toBe(all[0]);
          expect(codes.all("usd", code)).toEqual(all);
          expect(codes.at("usd", code, moment)).toBe(all[passed]);
          expect(codes.present("jpy", code)).toBe(code);
        }
      }
    }),
  );
});

it("knows what a code was called that nobody had time to keep, and what was kept before that", () => {
  const change: CodeChange = {
    ...{ id: 1n, market: "usd", oldCode: "FB", newCode: "META", exchange: "NASDAQ" },
    ...{ namesBefore: named("Facebook"), names: named("Meta") },
    ...{ effectiveOn: "2026-01-05", effectiveAt: 100, carriedAt: 101 },
  };
  const codes = codesOf([change]);
  expect(pastNamesOf([], codes)("usd", "FB", 50)).toEqual(named("Facebook"));
  const kept = [
    { market: "usd" as const, code: "FB", since: 10, names: named("The Facebook") },
    { market: "usd" as const, code: "FB", since: 40, names: named("Facebook Inc") },
  ];
  const then = pastNamesOf(kept, codes);
  expect([5, 39, 40, 500].map((at) => then("usd", "FB", at)?.us)).toEqual([
    ...["The Facebook", "The Facebook", "Facebook Inc", "Facebook Inc"],
  ]);
  expect(then("usd", "META", 500)).toBeNull();
});
