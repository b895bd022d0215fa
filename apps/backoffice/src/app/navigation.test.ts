import { readFileSync } from "node:fs";
import { healthQueues } from "@sanshi/contract";
import { describe, expect, test } from "vitest";
import { allPlaces } from "./navigation.ts";
import { paths, routes } from "./paths.ts";

const everywhere = allPlaces(true);
const isCounted = (name: string) => (healthQueues as readonly string[]).includes(name);

describe("the navigation", () => {
  test("leads to screens that are there", () => {
    // As text: the table itself loads every screen.
    const table = readFileSync(new URL("./routes.tsx", import.meta.url), "utf8");
    const named = new Map(Object.entries(routes).map(([name, route]) => [route as string, name]));
    const dead = everywhere.filter(({ route }) => !table.includes(`routes.${named.get(route)}`));
    expect(dead).toEqual([]);
  });

  test("has a key of its own for each place", () => {
    const keys = everywhere.map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
  });

  test("shows how many wait at every queue in which customers wait for a decision", () => {
    const counted = everywhere.map(({ name }) => name as string).filter((name) => isCounted(name));
    expect(counted).toEqual(expect.arrayContaining(["verifications", "deposits", "withdrawals"]));
    expect(counted).toEqual(expect.arrayContaining(["loans", "login_password_resets"]));
  });

  test("has no clock to move where money is real", () => {
    const names = allPlaces(false).map(({ name }) => name);
    expect(names).not.toContain("clock");
    expect(names).toHaveLength(everywhere.length - 1);
  });
});

test("an address cannot be left by what it is opened for", () => {
  expect(paths.customer("../operators", "balances")).toBe("/customers/..%2Foperators/balances");
  expect(paths.proposal("1?x#y")).toBe("/proposals/1%3Fx%23y");
});
