import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { ask, call, RefusedError } from "./api.ts";
import { newRequestId } from "@sanshi/web/request-id";
import { clearSession, startSession, useSession } from "./session.ts";

type Sent = { url: string; headers: Record<string, string>; body: string };

const sent: Sent[] = [];
const shown: string[] = [];
let answer: () => Response | Promise<Response>;

/** Only what the calls touch of a page: its hash, its timers, a place for the toast. */
function makePage() {
  const toastElement = {
    classList: { toggle: () => undefined },
    setAttribute: () => undefined,
    showPopover: () => undefined,
    hidePopover: () => void shown.push("(cleared)"),
    set textContent(text: string) {
      shown.push(text);
    },
  };
  vi.stubGlobal("window", {
    location: { hash: "#/mine/index" },
    setTimeout: (run: () => void, ms: number) => setTimeout(run, ms),
    clearTimeout: (timer: ReturnType<typeof setTimeout>) => clearTimeout(timer),
  });
  vi.stubGlobal("document", {
    documentElement: { dataset: { language: "us" } },
    createElement: () => toastElement,
    body: { append: () => undefined },
  });
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    sent.push({ url, headers: init.headers as Record<string, string>, body: String(init.body) });
    return answer();
  });
}

function answering(status: number, body: unknown): void {
  answer = () => Response.json(body, { status });
}

beforeEach(() => {
  vi.useFakeTimers();
  sent.length = 0;
  shown.length = 0;
  makePage();
  startSession({ token: "secret", account: "0312345678" });
});

afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
  clearSession();
  vi.unstubAllGlobals();
});

describe("a call", () => {
  test("is a form-encoded POST under /api/vue with the headers token and account", async () => {
    answering(200, { status: 1, msg: "ok", data: [] });
    await call("/market/stocks", { type: "jpy", sort: "gainers" });
    expect(sent[0]).toEqual({
      url: "/api/vue/market/stocks",
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        token: "secret",
        account: "0312345678",
      },
      body: "type=jpy&sort=gainers",
    });
  });

  test("leaves out what was not given", async () => {
    answering(200, { status: 1, msg: "ok", data: {} });
    await call("/trade/close-position", {
      id: "1",
      kind: "market",
      quantity: undefined,
      request_id: "r",
    });
    expect(sent[0]?.body).toBe("id=1&kind=market&request_id=r");
  });

  test("answers the data of status 1", async () => {
    answering(200, { status: 1, msg: "ok", data: { id: "1", status: 4 } });
    expect(await call("/trade/cancel-order", { id: "1" })).toEqual({ id: "1", status: 4 });
    expect(shown).toEqual([]);
  });

  test("toasts a refusal and throws it", async () => {
    answering(200, { status: 0, msg: "order_not_found", data: null });
    await expect(call("/trade/cancel-order", { id: "1" })).rejects.toBeInstanceOf(RefusedError);
    // It had to wait for its words, which come with no first view.
    expect(shown.at(-1)).toBe("This order was not found.");
  });

  test("does not toast where the caller shows the refusal itself", async () => {
    answering(200, { status: 0, msg: "sell_locked", params: { time: "x" }, data: null });
    const answered = await ask("/trade/cancel-order", { id: "1" });
    expect(answered).toEqual({
      ok: false,
      refusal: { code: "sell_locked", params: { time: "x" }, fields: [], httpStatus: 200 },
    });
    expect(shown).toEqual([]);
  });

  test("names a lost connection, so that the same request id can be sent again", async () => {
    answer = () => Promise.reject(new TypeError("failed to fetch"));
    expect(await ask("/user/assets", {})).toMatchObject({ refusal: { code: "network_error" } });
  });

  test("names a proxy's page that is not ours a network error", async () => {
    answer = () => new Response("<html>", { status: 502 });
    expect(await ask("/user/assets", {})).toMatchObject({ refusal: { code: "network_error" } });
  });

  test("clears the toast on 404", async () => {
    answering(404, { status: 0, msg: "not_found", data: null });
    await expect(call("/user/assets", {})).rejects.toBeInstanceOf(RefusedError);
    expect(shown).not.toContain("not_found");
  });

  test("clears the toast on 503, and tells what did not work", async () => {
    answering(503, { status: 0, msg: "overloaded", data: null });
    await expect(call("/user/assets", {})).rejects.toBeInstanceOf(RefusedError);
    expect(shown).toContain("(cleared)");
    expect(shown.at(-1)).toBe("overloaded");
  });

  test("does not take a code that it does not know for its own words", async () => {
    answering(200, { status: 0, msg: "<b>constructor</b>", data: null });
    expect(await ask("/user/assets", {})).toMatchObject({ refusal: { code: "server_fault" } });
  });
});

describe("a 401", () => {
  const refuse = () => answering(401, { status: 0, msg: "sign_in_again", data: null });

  test("clears the credentials after 1.5 seconds and leads to the sign-in screen and back", async () => {
    refuse();
    await ask("/user/assets", {});
    vi.advanceTimersByTime(1499);
    expect(useSession.getState().token).toBe("secret");
    vi.advanceTimersByTime(1);
    expect(useSession.getState()).toEqual({ token: "", account: "" });
    expect(window.location.hash).toBe("/login/login?from=%2Fmine%2Findex");
  });

  test("leaves a session alone that began meanwhile", async () => {
    refuse();
    await ask("/user/assets", {});
    startSession({ token: "newer", account: "0312345678" });
    vi.advanceTimersByTime(2000);
    expect(useSession.getState().token).toBe("newer");
  });

  test("of a sign-in itself signs nobody out", async () => {
    clearSession();
    refuse();
    await ask("/user/login", { account: "0312345678", password: "wrong" });
    vi.advanceTimersByTime(2000);
    expect(window.location.hash).toBe("#/mine/index");
  });
});

describe("the user-info call", () => {
  test("ends the session with any answer but status 1, whichever screen asked", async () => {
    answering(200, { status: 0, msg: "account_banned", data: null });
    await ask("/user/getUserinfo", {});
    vi.advanceTimersByTime(1500);
    expect(useSession.getState()).toEqual({ token: "", account: "" });
  });

  test("does not end it with a passing fault", async () => {
    answering(503, { status: 0, msg: "overloaded", data: null });
    await ask("/user/getUserinfo", {});
    vi.advanceTimersByTime(2000);
    expect(useSession.getState().token).toBe("secret");
  });
});

test("a request id is a UUID also where the browser does not make one", () => {
  const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
  expect(newRequestId()).toMatch(uuid);
  const { getRandomValues } = crypto;
  vi.stubGlobal("crypto", { getRandomValues: getRandomValues.bind(crypto) });
  expect(newRequestId()).toMatch(uuid);
});
