import { blockStatuses } from "@sanshi/contract";
import { marketKeys } from "@sanshi/money";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  startTestApplicationOn,
  type SignedIn,
  type TestApplication,
} from "../../../../tests/support/test-application.ts";
import { demoCompanies } from "../market-feed/companies/companies.ts";
import { createSimulatedFeed } from "../market-feed/simulated/simulated-feed.ts";
import { publishSimulatedBlocks } from "./block-trades/simulated-sellers.ts";
import { listingPutOff } from "./new-shares/newcomers.rules.ts";

/** A new instance of the simulated market: no screen of it is empty, and what comes later can be seen at once. */
let app: TestApplication;
let customer: SignedIn;
beforeAll(async () => {
  const companies = demoCompanies().filter(({ code }) =>
    ["7203", "6758", "AAPL", "MSFT", "600519", "000333"].includes(code),
  );
  app = (await startTestApplicationOn(
    (clock) =>
      createSimulatedFeed({ seed: "sanshi", hours: "always", clock, companies, newcomers: true }),
    { DRAW_DELAY: "256" },
  )) as unknown as TestApplication;
  customer = await app.newCustomer();
});
afterAll(() => app.stop());

const inAllMarkets = async <Item>(list: (type: "jpy" | "usd" | "cny") => Promise<Item[]>) =>
  (await Promise.all(marketKeys.map((type) => list(type)))).flat();

it("shows an offering whose company put its listing off, with the reason in three languages", async () => {
  const reasons = async () => {
    const all = await inAllMarkets((type) =>
      app.accepted("/trade/newstocklist", { type }, customer),
    );
    return all.flatMap(({ withdrawn }) => (withdrawn === null ? [] : [withdrawn.reason]));
  };
  await expect.poll(reasons).not.toEqual([]);
  for (const reason of await reasons()) expect(reason).toEqual(listingPutOff);
  const all = await inAllMarkets((type) => app.accepted("/trade/newstocklist", { type }, customer));
  expect(all.some((offering) => offering.written_by_staff)).toBe(false);
});

it("shows blocks that can be bought, that are sold out and that are over, each made once", async () => {
  const blocks = () => inAllMarkets((type) => app.accepted("/trade/blocklist", { type }, customer));
  const count = async (is: (block: Awaited<ReturnType<typeof blocks>>[number]) => boolean) =>
    (await blocks()).filter(is).length;
  await publishSimulatedBlocks(app.context);
  const { open, settled } = blockStatuses;
  await expect
    .poll(() => count(({ status, left }) => status === open && left !== "0"))
    .toBeGreaterThan(0);
  await expect.poll(() => count(({ status }) => status === settled)).toBeGreaterThan(0);
  await expect.poll(() => count(({ left }) => left === "0")).toBeGreaterThan(0);
  expect((await blocks()).some((block) => block.written_by_staff)).toBe(false);
  const before = (await blocks()).length;
  await publishSimulatedBlocks(app.context);
  expect(await blocks()).toHaveLength(before);
  expect(await app.ledgerFaults()).toEqual([]);
});
