import { randomInt } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { passwordCost } from "../../../../../tests/support/quick-argon2.ts";
import {
  startTestApplication,
  testPassword,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";
import { withTotp } from "../../../../../tests/support/second-factors.ts";
import { atPasswordPlace, passwordPlacesMax } from "../../platform/passwords.ts";
import { rows, sql } from "../../platform/sql/database.ts";
import { signInAttemptsMax } from "./sign-in.ts";

let app: TestApplication;
let account: string;
/** What the owner's browser keeps. */
let cookie: string;
beforeAll(async () => {
  app = await startTestApplication({ TRUSTED_PROXIES: "127.0.0.0/8" });
});
beforeEach(async () => {
  await sql`DELETE FROM try_counter`.execute(app.context.database.reader);
  ({ account } = await app.newCustomer());
  ({ cookie } = await signIn({ account, address: "198.51.100.1" }));
});
afterAll(() => app.stop());

type Try = {
  account: string;
  password?: string;
  code?: string;
  address: string;
  cookie?: string;
};

/** As a proxy passes it on. */
async function signIn(one: Try): Promise<{ msg: string; code: number; cookie: string }> {
  const { account: typed, password = testPassword, code } = one;
  const answer = await app.context.http.fastify.inject({
    method: "POST",
    url: "/api/vue/user/login",
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      "x-forwarded-for": one.address,
      ...(one.cookie !== undefined && { cookie: one.cookie }),
    },
    payload: new URLSearchParams({
      account: typed,
      password,
      ...(code !== undefined && { code }),
    }).toString(),
  });
  const set = answer.cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
  return { msg: answer.json<{ msg: string }>().msg, code: answer.statusCode, cookie: set };
}

const wrong = "not the pass phrase";
const anAccount = () => String(randomInt(1_000_000_000, 9_999_999_999));
const anAddress = (index: number) => `203.${index >> 8}.113.${index & 255}`;

/** So many wrong attempts of one network: the first is made, and the rest are counted as it was. */
async function failed(one: Try, count: number): Promise<void> {
  expect((await signIn({ ...one, password: wrong })).msg).toBe("wrong_account_or_password");
  await sql`UPDATE try_counter SET tries = tries + ${count - 1}
    WHERE key NOT LIKE 'sign-in:strangers:%'`.execute(app.context.database.reader);
}

async function counted(): Promise<number> {
  const found = await rows(
    app.context.database.reader,
    sql<{
      attempts: number;
    }>`SELECT tries AS attempts FROM try_counter WHERE key LIKE 'sign-in:address:%'`,
  );
  return found.reduce((sum, { attempts: one }) => sum + one, 0);
}

describe("a burst of junk sign-ins from many networks", () => {
  // Passwords that are looked at in no time keep nobody waiting.
  beforeAll(() => void (passwordCost.isFull = true));
  afterAll(() => void (passwordCost.isFull = false));

  it("keeps nobody on a known device out, whichever account it is aimed at", async () => {
    // Of the places for strangers most are taken: on a machine that hashes faster than it asks the database all
    // of the burst would find one.
    const places = Promise.withResolvers<void>();
    const taken = Array.from({ length: passwordPlacesMax.stranger - 16 }, () =>
      atPasswordPlace("stranger", () => places.promise),
    );
    const junk: Promise<{ code: number; msg: string }>[] = [];
    const burst = 1_000;
    const send = (from: number, to: number) => {
      for (let index = from; index < to; index += 1) {
        const target = index % 2 === 0 ? account : anAccount();
        junk.push(signIn({ account: target, password: wrong, address: anAddress(index % 500) }));
      }
    };
    let isOver = false;
    send(0, burst / 2);
    // Among them, from an address that takes part in it.
    const owners = signIn({ account, address: anAddress(0), cookie });
    send(burst / 2, burst);
    const over = Promise.all(junk).then((answers) => {
      isOver = true;
      return answers;
    });
    try {
      expect(await owners).toMatchObject({ msg: "ok" });
      expect(isOver).toBe(false);
      const shed = (await over).filter(({ code }) => code === 503).length;
      expect(shed).toBeGreaterThan(0);
    } finally {
      await over;
      places.resolve();
      await Promise.all(taken);
    }
    // Only those whose password was looked at count, and the owner's first sign-in before them.
    const looked = (await over).filter(({ msg }) => msg === "wrong_account_or_password").length;
    expect(await counted()).toBe(looked);
    expect(await signIn({ account, address: anAddress(0), cookie })).toMatchObject({ msg: "ok" });
    // And nobody on a network that took no part in it: a new device is asked for work at most.
    const elsewhere = await signIn({ account, address: "192.0.2.77" });
    expect(["ok", "puzzle_required"]).toContain(elsewhere.msg);
  });

  it("counts nothing that is shed", async () => {
    const places = Promise.withResolvers<void>();
    const held = Array.from({ length: passwordPlacesMax.stranger }, () =>
      atPasswordPlace("stranger", () => places.promise),
    );
    try {
      const before = await counted();
      expect(await signIn({ account, address: anAddress(1) })).toMatchObject({ code: 503 });
      expect(await counted()).toBe(before);
      expect(await signIn({ account, address: anAddress(1), cookie })).toMatchObject({ msg: "ok" });
    } finally {
      places.resolve();
      await Promise.all(held);
    }
  });
});

describe("whoever knows the password and guesses at the code", () => {
  it("keeps no owner on a known device out", async () => {
    const owner = await app.newCustomer();
    ({ cookie } = await signIn({ account: owner.account, address: "198.51.100.1" }));
    const { codes } = await withTotp(app, owner);
    await sql`DELETE FROM try_counter`.execute(app.context.database.reader);
    const guess = { account: owner.account, code: "000000" };
    for (let index = 0; index < 10; index += 1) {
      expect((await signIn({ ...guess, address: anAddress(index) })).msg).toBe("wrong_code");
    }
    const right = { account: owner.account, code: codes[0]!, address: anAddress(20) };
    expect((await signIn(right)).msg).toBe("too_many_tries");
    expect((await signIn({ ...right, cookie })).msg).toBe("ok");
  });
});

describe("attempts", () => {
  beforeEach(() => sql`DELETE FROM try_counter`.execute(app.context.database.reader));
  const address = "198.51.100.1";

  it("of one network end at one account after ten, and no other network's with them", async () => {
    expect(signInAttemptsMax.networkAtAccount).toBe(10);
    await failed({ account, address }, 9);
    expect((await signIn({ account, password: wrong, address })).msg).toBe(
      "wrong_account_or_password",
    );
    expect((await signIn({ account, address })).msg).toBe("too_many_tries");
    expect((await signIn({ account, address: anAddress(2) })).msg).toBe("ok");
  });

  it("of one network end at all accounts after a hundred", async () => {
    expect(signInAttemptsMax.network).toBe(100);
    await failed({ account: anAccount(), address }, 99);
    expect((await signIn({ account: anAccount(), password: wrong, address })).msg).toBe(
      "wrong_account_or_password",
    );
    expect((await signIn({ account, address })).msg).toBe("too_many_tries");
    expect((await signIn({ account, address: anAddress(2) })).msg).toBe("ok");
  });

  it("that succeed fill no network's, and take none of the failures there away", async () => {
    for (const one of [1, 2, 3]) {
      expect([one, (await signIn({ account, address })).msg]).toEqual([one, "ok"]);
    }
    expect(await counted()).toBe(0);
    await failed({ account: anAccount(), address }, 99);
    expect((await signIn({ account, address })).msg).toBe("ok");
    expect(await counted()).toBe(99);
  });

  it("of one IPv6 line are one network's", async () => {
    await failed({ account, address: "2001:db8:1:2::1" }, 10);
    expect((await signIn({ account, address: "2001:db8:1:2:ffff::9" })).msg).toBe("too_many_tries");
    expect((await signIn({ account, address: "2001:db8:1:3::1" })).msg).toBe("ok");
  });

  it("of an owner on a known device are used up by nobody else on their network", async () => {
    await failed({ account, address }, 100);
    expect((await signIn({ account, address })).msg).toBe("too_many_tries");
    expect((await signIn({ account, address, cookie })).msg).toBe("ok");
  });

  it("on a known device end after ten, and none of the network's with them", async () => {
    expect(signInAttemptsMax.device).toBe(10);
    await failed({ account, address, cookie }, 9);
    expect((await signIn({ account, password: wrong, address, cookie })).msg).toBe(
      "wrong_account_or_password",
    );
    expect((await signIn({ account, address, cookie })).msg).toBe("too_many_tries");
    expect((await signIn({ account, address })).msg).toBe("ok");
  });

  it("that succeed are forgotten, at their account alone", async () => {
    await failed({ account, address }, 9);
    expect((await signIn({ account, address })).msg).toBe("ok");
    await failed({ account, address }, 9);
    expect((await signIn({ account, address })).msg).toBe("ok");
    const found = await rows(
      app.context.database.reader,
      sql<{ key: string; attempts: number }>`SELECT key, tries AS attempts FROM try_counter
        WHERE key NOT LIKE 'sign-in:strangers:%'`,
    );
    expect(found.map(({ key }) => key)).toEqual([`sign-in:address:${address}`]);
  });
});

describe("a known device", () => {
  it("is kept by the browser alone, for its own account, and by whoever is signed in", async () => {
    const { headers } = await app.context.http.fastify.inject({
      method: "POST",
      url: "/api/vue/user/login",
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        "x-forwarded-proto": "https",
      },
      payload: new URLSearchParams({ account, password: testPassword }).toString(),
    });
    expect(String(headers["set-cookie"])).toMatch(
      /^sanshi_device_[0-9a-f]{16}=[\w.-]+; Max-Age=34560000; Path=\/api\/vue\/user; HttpOnly; SameSite=Strict; Secure$/,
    );
    expect(String(headers["set-cookie"])).not.toContain(account);
  });

  it("is no stranger's with a forged, another account's or an earlier password's token", async () => {
    const stranger = await app.newCustomer();
    const theirs = await signIn({ account: stranger.account, address: anAddress(4) });
    const [name = ""] = cookie.split("=");
    const forgeries = [
      cookie.replace(/.$/, (last) => (last === "A" ? "B" : "A")),
      `${name}=${theirs.cookie.split("=")[1]}`,
      `${name}=a.b.c`,
      `${name}=`,
    ];
    const address = anAddress(5);
    await failed({ account, address }, 11);
    for (const forged of forgeries) {
      expect((await signIn({ account, address, cookie: forged })).msg).toBe("too_many_tries");
    }
    const signedIn = await app.accepted("/user/login", { account, password: testPassword });
    const newPassword = "another long phrase 9";
    await app.accepted(
      "/user/change-login-password",
      { old_password: testPassword, new_password: newPassword, new_password2: newPassword },
      signedIn,
    );
    expect((await signIn({ account, password: newPassword, address, cookie })).msg).toBe(
      "too_many_tries",
    );
  });

  it("has no new attempts by signing in again", async () => {
    const again = await signIn({ account, address: anAddress(6), cookie });
    expect(again).toMatchObject({ msg: "ok", cookie: "" });
  });

  it("is what a browser is that came in by other ways, once it asks who is signed in", async () => {
    const { token } = await app.accepted("/user/login", { account, password: testPassword });
    const ask = (kept: string) =>
      app.context.http.fastify.inject({
        method: "POST",
        url: "/api/vue/user/getUserinfo",
        headers: { token, account, cookie: kept },
      });
    const [first] = (await ask("")).cookies;
    const [second] = (await ask("")).cookies;
    expect(first?.value).toBe(second?.value);
    expect((await ask(`${first?.name}=${first?.value}`)).cookies).toEqual([]);
    const address = anAddress(7);
    await failed({ account, address }, 11);
    const kept = `${first?.name}=${first?.value}`;
    expect((await signIn({ account, address, cookie: kept })).msg).toBe("ok");
  });

  it("keeps eight accounts in one browser, the one that signed in last among them", async () => {
    const full = Array.from(
      { length: 9 },
      (_, index) => `sanshi_device_${index}${"0".repeat(15)}=x`,
    );
    const answer = await app.context.http.fastify.inject({
      method: "POST",
      url: "/api/vue/user/login",
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        cookie: full.join("; "),
      },
      payload: new URLSearchParams({ account, password: testPassword }).toString(),
    });
    expect(answer.cookies.filter(({ maxAge }) => maxAge === 0)).toHaveLength(2);
    expect(answer.cookies.filter(({ maxAge }) => maxAge !== 0)).toHaveLength(1);
  });
});
