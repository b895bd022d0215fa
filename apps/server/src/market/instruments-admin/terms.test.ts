import { positionStatuses } from "@sanshi/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  newRequestId,
  startTestApplication,
  type SignedIn,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";
import {
  newOperator,
  ops,
  opsAccepted,
  opsRefused,
  type OperatorSession,
} from "../../../../../tests/support/test-operators.ts";
import { rows, sql } from "../../platform/sql/database.ts";

let app: TestApplication;
let customer: SignedIn;
let approver: OperatorSession;
let other: OperatorSession;
let viewer: OperatorSession;
beforeAll(async () => {
  app = await startTestApplication();
  customer = await app.newCustomer();
  approver = await newOperator(app, "approver");
  other = await newOperator(app, "approver");
  viewer = await newOperator(app, "viewer");
});
afterAll(() => app.stop());
beforeEach(() => void app.feed.quote("jpy", "7203", "2850"));

const termsPath = "/api/ops/instruments/terms";
const namesPath = "/api/ops/instruments/names";
const decisionPath = "/api/ops/proposals/:id/decision";
const approve = (id: string, by = other) =>
  opsRefused(app, decisionPath, { id, decision: "approve" }, by);
const terms = { type: "jpy", code: "7203", lot_size: "1", offered: true } as const;
const propose = (more: Record<string, unknown>, by = approver) =>
  opsRefused(app, termsPath, { ...terms, ...more }, by);

/** By two operators, until the order path knows it. */
async function change(more: { lot_size?: string; offered?: boolean }): Promise<void> {
  const { id } = await opsAccepted(app, termsPath, { ...terms, ...more }, approver);
  expect(await approve(id)).toBe("ok");
  await expect
    .poll(
      () => {
        const { lotSize, offered = true } = app.context.quotes.instrument("jpy", "7203")!;
        return [String(lotSize), offered];
      },
      { interval: 10 },
    )
    .toEqual([more.lot_size ?? "1", more.offered ?? true]);
}

const order = { code: "7203", side: "long", kind: "market", leverage: "1" } as const;
const open = (quantity: string, more: Record<string, string> = {}) =>
  app.accepted(
    "/trade/place-order",
    { ...order, quantity, ...more, request_id: newRequestId() },
    customer,
  );
const previewed = (quantity: string) =>
  app.refused("/trade/preview-order", { ...order, quantity }, customer);
const openRefused = (quantity: string) =>
  app.refused("/trade/place-order", { ...order, quantity, request_id: newRequestId() }, customer);
const close = (id: string, quantity?: string) =>
  app.refused(
    "/trade/close-position",
    { id, kind: "market", request_id: newRequestId(), ...(quantity !== undefined && { quantity }) },
    customer,
  );
const rowOf = async (code = "7203") => {
  const listed = await opsAccepted(app, "/api/ops/instruments", { type: "jpy", q: code }, viewer);
  return listed.items.find((one) => one.code === code);
};

describe("an instrument's lot", () => {
  it("changes by two operators, and the order path knows", async () => {
    const form = { ...terms, lot_size: "100" };
    const { id } = await opsAccepted(app, termsPath, form, approver);
    expect(await rowOf()).toMatchObject({ lot_size: "1", pending_terms: { proposal_id: id } });
    expect(await propose({ lot_size: "10" }, other)).toBe("proposal_pending");
    const shown = await opsAccepted(app, "/api/ops/proposals/:id", { id }, other);
    expect(shown.differences).toEqual([{ field: "lot_size", before: "1", after: "100" }]);
    expect(await approve(id, approver)).toBe("own_proposal");
    expect(await approve(id, viewer)).toBe("forbidden");
    expect(await previewed("150")).toBe("ok");
    const twice = await Promise.all([approve(id), approve(id)]);
    expect(twice.toSorted()).toEqual(["ok", "review_already_decided"]);
    await expect.poll(() => previewed("150")).toBe("quantity_not_in_lots");
    expect((await app.accepted("/market/stock", { code: "7203" }, customer)).lot).toBe("100");
    expect(await rowOf()).toMatchObject({
      lot_size: "100",
      lot_unit: "1",
      feed: { lot_size: "1" },
      pending_terms: null,
    });
    await change({});
  });

  it.each([
    ["of nothing", { lot_size: "0" }, "invalid_request"],
    ["below nothing", { lot_size: "-1" }, "invalid_request"],
    ["in parts", { lot_size: "1.5" }, "invalid_request"],
    ["beyond all measure", { lot_size: "999999999" }, "lot_not_allowed"],
    ["as it is", { lot_size: "1" }, "instrument_unchanged"],
    ["of no stock", { code: "0000", lot_size: "10" }, "instrument_not_found"],
    ["with a price beside it", { lot_size: "10", price: "1" }, "invalid_request"],
  ])("%s is refused", async (_what, more, code) => {
    expect(await propose(more)).toBe(code);
  });

  it("that is refused says what is allowed", async () => {
    const form = { ...terms, type: "cny", code: "600519", lot_size: "1000001" };
    const { body } = await ops(app, termsPath, form, approver);
    expect(body).toMatchObject({ msg: "lot_not_allowed", params: { unit: "1", max: "1000000" } });
  });

  it("is not a viewer's to propose, nor is a name", async () => {
    expect(await propose({ lot_size: "10" }, viewer)).toBe("forbidden");
    const naming = { type: "jpy", code: "7203", sector: "", search_terms: [] };
    const names = { jp: "トヨタ", cn: "丰田", us: "Toyota" };
    expect(await opsRefused(app, namesPath, { ...naming, names }, viewer)).toBe("forbidden");
  });
});

describe("a larger lot", () => {
  it("strands nobody: whole lots of what is held, and any odd rest, can be sold", async () => {
    const [large, small, both] = [await open("150"), await open("7"), await open("130")];
    await app.advance(16 * 60);
    await change({ lot_size: "100" });
    app.feed.quote("jpy", "7203", "2850");
    expect(await close(large.id, "50")).toBe("quantity_not_in_lots");
    expect(await close(large.id, "100")).toBe("ok");
    expect(await close(large.id, "50")).toBe("ok");
    expect(await close(small.id)).toBe("ok");
    expect(await close(both.id, "130")).toBe("ok");
    expect(await openRefused("7")).toBe("quantity_not_in_lots");
    expect(await app.ledgerFaults()).toEqual([]);
    await change({});
  });

  it("leaves working orders as they are: they fill, are repriced and cancelled", async () => {
    app.feed.quote("jpy", "7203", "2850");
    const waiting = (price: string) => open("3", { kind: "limit", price });
    const [fills, repriced, taken] = [
      await waiting("2840"),
      await waiting("2700"),
      await waiting("2701"),
    ];
    await change({ lot_size: "100" });
    app.feed.quote("jpy", "7203", "2850");
    const amend = (id: string, more: Record<string, string>) =>
      app.refused("/trade/amend-order", { id, request_id: newRequestId(), ...more }, customer);
    expect(await amend(repriced.id, { price: "2690" })).toBe("ok");
    expect(await amend(repriced.id, { quantity: "4" })).toBe("quantity_not_in_lots");
    expect(await app.refused("/trade/cancel-order", { id: taken.id }, customer)).toBe("ok");
    app.feed.quote("jpy", "7203", "2830");
    const statusOf = async (id: string) =>
      (await app.accepted("/trade/position", { id }, customer)).status;
    await expect.poll(() => statusOf(fills.id)).toBe(positionStatuses.holding);
    expect(await statusOf(repriced.id)).toBe(positionStatuses.pending);
    expect(await statusOf(taken.id)).toBe(positionStatuses.cancelled);
    expect(await app.ledgerFaults()).toEqual([]);
    await app.accepted("/trade/cancel-order", { id: repriced.id }, customer);
    await change({});
  });
});

describe("a stock that the house offers no more", () => {
  it("is in no list, cannot be bought, and what is held can be closed", async () => {
    app.feed.quote("jpy", "7203", "2850");
    const held = await open("2");
    await app.advance(16 * 60);
    const { id } = await opsAccepted(app, termsPath, { ...terms, offered: false }, approver);
    const shown = await opsAccepted(app, "/api/ops/proposals/:id", { id }, other);
    expect(shown.differences).toEqual([
      { field: "offered", before: "shelf_offered", after: "shelf_not_offered" },
    ]);
    expect(await approve(id)).toBe("ok");
    await expect.poll(() => previewed("1")).toBe("product_not_available");
    app.feed.quote("jpy", "7203", "2860");
    const codes = (list: readonly { code: string }[]) => list.map(({ code }) => code);
    for (const list of [
      await app.accepted("/market/search", { q: "7203" }, customer),
      await app.accepted("/market/search", { q: "トヨタ" }, customer),
      await app.accepted("/market/stocks", { type: "jpy" }, customer),
      await app.accepted("/market/hot", { type: "jpy" }, customer),
    ]) {
      expect(codes(list)).not.toContain("7203");
    }
    expect(await openRefused("1")).toBe("product_not_available");
    expect(await previewed("1")).toBe("product_not_available");
    // Its holders still see what it costs.
    expect((await app.accepted("/market/stock", { code: "7203" }, customer)).price).toBe("2860");
    expect(await close(held.id)).toBe("ok");
    expect(await app.ledgerFaults()).toEqual([]);
    await change({});
    expect(codes(await app.accepted("/market/search", { q: "7203" }, customer))).toEqual(["7203"]);
  });
});

describe("an instrument's names", () => {
  const toyota = { jp: "トヨタ自動車", cn: "丰田汽车", us: "Toyota Motor" };
  const proposeName = (more: Record<string, unknown>, by = approver) =>
    ops(
      app,
      namesPath,
      { type: "jpy", code: "7203", names: toyota, search_terms: [], sector: "", ...more },
      by,
    );
  /** By two operators, until every search knows it. */
  const name = async (more: Record<string, unknown>) => {
    const { body } = await proposeName(more);
    if (body.msg !== "ok") return body.msg;
    const approved = await approve(body.data.id);
    await app.context.instruments.read();
    return approved;
  };
  const found = async (q: string) =>
    (await app.accepted("/market/search", { q }, customer)).map((row) => row.names.jp);

  it("change once another operator approves them, and every search finds them", async () => {
    app.feed.quote("jpy", "7203", "2850");
    await app.accepted("/market/hot", { type: "jpy" }, customer);
    const names = { jp: " 豊田自動車 ", cn: "丰田", us: "Toyota" };
    const more = {
      names,
      search_terms: ["トヨタジドウシャ", " トヨタジドウシャ", " "],
      sector: "industrials",
    };
    const { body } = await proposeName(more);
    expect(body.data.state).toBe("proposed");
    expect(await found("豊田")).toEqual([]);
    expect((await proposeName({ names: toyota, sector: "energy" })).body.msg).toBe(
      "proposal_pending",
    );
    const shown = await opsAccepted(app, "/api/ops/proposals/:id", { id: body.data.id }, other);
    expect(shown.differences[0]).toEqual({
      field: "name_jp",
      before: "トヨタ自動車",
      after: "豊田自動車",
    });
    expect(await approve(body.data.id, approver)).toBe("own_proposal");
    expect(await approve(body.data.id)).toBe("ok");
    await app.context.instruments.read();
    for (const q of ["豊田", "とよた", "丰田", "fengtian", "toyota"]) {
      expect(await found(q), q).toEqual(["豊田自動車"]);
    }
    expect(await found("Motor")).toEqual([]);
    const rows = await app.accepted("/market/hot", { type: "jpy" }, customer);
    expect(rows.find(({ code }) => code === "7203")?.name).toBe("豊田自動車");
    expect(await rowOf()).toMatchObject({
      names: { us: "Toyota" },
      search_terms: ["トヨタジドウシャ"],
      sector: "industrials",
      feed: { names: toyota, sector: "automobiles" },
    });
    expect(await name(more)).toBe("instrument_unchanged");
  });

  it("are the feed's again where nothing else is said, and nothing is kept", async () => {
    const terms = ["とよた", "toyota"];
    expect(await name({ search_terms: terms })).toBe("ok");
    expect(await found("7203")).toEqual(["トヨタ自動車"]);
    const kept = await rows(
      app.context.database.reader,
      sql`SELECT name_jp, search_terms, sector FROM instrument_record WHERE code = '7203'`,
    );
    expect(kept).toEqual([{ name_jp: null, search_terms: null, sector: null }]);
  });

  it.each([
    ["of no stock", { code: "0000" }, "instrument_not_found"],
    [
      "that are blank",
      { names: { jp: "\u3000", cn: "丰田", us: "Toyota" } },
      "instrument_name_missing",
    ],
    ["in two languages", { names: { jp: "トヨタ", us: "Toyota" } }, "invalid_request"],
    ["with control characters", { names: { ...toyota, us: "Toy\u0000ota" } }, "invalid_request"],
    ["with a price", { price: "1" }, "invalid_request"],
    ["with a lot", { lot_size: "1" }, "invalid_request"],
  ])("%s are refused", async (_what, more, code) => {
    expect(await name(more)).toBe(code);
  });

  it("of two operators at once are one's, until that is decided", async () => {
    const us = ["Toyota One", "Toyota Two", "Toyota Three"];
    const answers = await Promise.all(
      us.map(async (one) => (await proposeName({ names: { ...toyota, us: one } })).body.msg),
    );
    expect(answers.toSorted()).toEqual(["ok", "proposal_pending", "proposal_pending"]);
    expect(await found("7203")).toHaveLength(1);
  });
});
