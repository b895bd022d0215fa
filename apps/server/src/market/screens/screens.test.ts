import { savedScreensMax } from "@sanshi/contract/constants";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  startTestApplication,
  type SignedIn,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";

let app: TestApplication;
let customer: SignedIn;
beforeAll(async () => {
  app = await startTestApplication();
});
beforeEach(async () => {
  customer = await app.newCustomer();
});
afterAll(() => app.stop());

const names = async (whose = customer) =>
  (await app.accepted("/market/screens", {}, whose)).map(({ name }) => name);
const save = (name: string, whose = customer) =>
  app.accepted("/market/save-screen", { name, type: "jpy", per_max: "15" }, whose);

describe("saved screens", () => {
  it("are kept as they were asked for, under a name, on every device", async () => {
    expect(await names()).toEqual([]);
    const asked = {
      yield_min: "3",
      per_max: "15.5",
      sector: "financials",
      unknown: "show",
    } as const;
    const saved = await app.accepted(
      "/market/save-screen",
      { name: "高配当", type: "jpy", ...asked },
      customer,
    );
    expect(saved).toMatchObject({ name: "高配当", type: "jpy", criteria: asked });
    expect(await app.accepted("/market/screens", {}, customer)).toEqual([saved]);
  });

  it("replace the one of the same name", async () => {
    await save("value");
    const again = await app.accepted(
      "/market/save-screen",
      { name: "value", type: "usd", change_min: "-2" },
      customer,
    );
    expect(again).toMatchObject({
      type: "usd",
      criteria: { change_min: "-2", unknown: "hide" },
    });
    expect(again.criteria).not.toHaveProperty("per_max");
    expect(await names()).toEqual(["value"]);
  });

  it("are so many at most, also where the last places are asked for at once", async () => {
    for (let index = 0; index < savedScreensMax - 1; index += 1) await save(`screen ${index}`);
    const answers = await Promise.all(
      ["one", "two", "three"].map((name) =>
        app.refused("/market/save-screen", { name, type: "jpy" }, customer),
      ),
    );
    expect(answers.toSorted()).toEqual(["ok", "screens_too_many", "screens_too_many"]);
    expect(await names()).toHaveLength(savedScreensMax);
    // A full list can still be changed.
    expect((await save("screen 3")).name).toBe("screen 3");
    const [first] = await app.accepted("/market/screens", {}, customer);
    await app.accepted("/market/unsave-screen", { name: first!.name }, customer);
    expect(await app.refused("/market/save-screen", { name: "new", type: "jpy" }, customer)).toBe(
      "ok",
    );
  });

  it("are the customer's own: nobody else sees, replaces or removes one", async () => {
    const saved = await save("mine");
    const stranger = await app.newCustomer();
    expect(await names(stranger)).toEqual([]);
    await app.accepted("/market/unsave-screen", { name: "mine" }, stranger);
    await app.accepted("/market/save-screen", { name: "mine", type: "usd" }, stranger);
    expect(await app.accepted("/market/screens", {}, customer)).toEqual([saved]);
    await app.accepted("/market/unsave-screen", { name: "mine" }, customer);
    await app.accepted("/market/unsave-screen", { name: "mine" }, customer);
    expect(await names()).toEqual([]);
    expect(await names(stranger)).toEqual(["mine"]);
  });

  it("take figures that are numbers, and names of one line", async () => {
    for (const wrong of [
      { name: "" },
      { name: "x".repeat(31) },
      { name: "two\nlines" },
      { name: "a", per_max: "1e3" },
      { name: "a", per_max: "" },
      { name: "a", sector: "farms" },
      { name: "a", market_value_min: "1" },
      { name: "a", unknown: "maybe" },
    ]) {
      expect(await app.refused("/market/save-screen", wrong, customer)).toBe("invalid_request");
    }
    expect(await names()).toEqual([]);
  });
});
