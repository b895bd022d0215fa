import type { ClientMessage, CustomerEvent, ServerMessage } from "@sanshi/contract/stream";
import { beforeEach, describe, expect, test } from "vitest";
import { StreamClient, reconnectDelayMs, type StreamSocket } from "./stream-client.ts";

type Timer = { run: () => void; at: number };

/** A wire and a clock that the test holds in its hand. */
function makeWorld() {
  const sockets: (StreamSocket & { sent: ClientMessage[]; closed: boolean })[] = [];
  const timers = new Map<number, Timer>();
  const heard = {
    events: [] as CustomerEvent[],
    quiet: [] as CustomerEvent[],
    reconnects: 0,
    refusals: [] as string[],
    times: [] as number[],
    clocks: 0,
  };
  let now = 0;
  let nextTimer = 1;
  let session: { token: string; account: string } | null = { token: "t", account: "0312345678" };
  const client = new StreamClient({
    open: () => {
      const socket = {
        sent: [] as ClientMessage[],
        closed: false,
        send: (text: string) => void socket.sent.push(JSON.parse(text) as ClientMessage),
        close: () => void (socket.closed = true),
        onopen: null,
        onmessage: null,
        onclose: null,
      };
      sockets.push(socket);
      return socket;
    },
    credentials: () => session,
    random: () => 1,
    now: () => now,
    setTimer: (run, ms) => {
      timers.set(nextTimer, { run, at: now + ms });
      return nextTimer++;
    },
    clearTimer: (timer) => void timers.delete(timer),
    onServerNow: (at) => void heard.times.push(at),
    onClock: () => void (heard.clocks += 1),
    onEvent: (event, isQuiet) => void (isQuiet ? heard.quiet : heard.events).push(event),
    onReconnected: () => void (heard.reconnects += 1),
    onRefused: (msg) => void heard.refusals.push(msg),
  });
  const pass = (ms: number) => {
    const until = now + ms;
    for (;;) {
      const due = [...timers].filter(([, timer]) => timer.at <= until);
      const next = due.toSorted((one, other) => one[1].at - other[1].at)[0];
      if (next === undefined) break;
      timers.delete(next[0]);
      now = next[1].at;
      next[1].run();
    }
    now = until;
  };
  const last = () => {
    const socket = sockets.at(-1);
    if (socket === undefined) throw new Error("no socket was opened");
    return socket;
  };
  return {
    client,
    sockets,
    heard,
    pass,
    last,
    hear: (message: ServerMessage) => last().onmessage?.({ data: JSON.stringify(message) }),
    connect: () => {
      last().onopen?.();
      last().onmessage?.({ data: JSON.stringify({ op: "ready", now: 0, sequence: "1" }) });
    },
    signOut: () => void (session = null),
  };
}

function quote(symbol: string, price: string, at: number) {
  return {
    k: symbol,
    s: String(at),
    l: price,
    c: "1",
    p: "0.10",
    b: price,
    a: price,
    h: price,
    w: price,
    v: "100",
    u: "1000",
    t: at,
  };
}

describe("the stream client", () => {
  let world: ReturnType<typeof makeWorld>;
  beforeEach(() => {
    world = makeWorld();
  });

  test("signs in with the first message and watches only once it is accepted", () => {
    world.client.subscribe("jpy:7203", () => undefined);
    world.client.start();
    world.pass(1000);
    world.last().onopen?.();
    expect(world.last().sent).toEqual([{ op: "sign-in", token: "t", account: "0312345678" }]);
    world.hear({ op: "ready", now: 0, sequence: "1" });
    expect(world.last().sent.at(-1)).toEqual({ op: "watch", symbols: ["jpy:7203"] });
    expect(world.client.state()).toBe("live");
  });

  test("follows a move of the app's clock at once, and has the screens read anew", () => {
    world.client.start();
    world.connect();
    expect(world.heard).toMatchObject({ times: [0], clocks: 0 });
    world.hear({ op: "clock", now: 86_400_000 });
    expect(world.heard).toMatchObject({ times: [0, 86_400_000], clocks: 1 });
  });

  test("does not connect without a session", () => {
    world.signOut();
    world.client.start();
    expect(world.sockets).toHaveLength(0);
    expect(world.client.state()).toBe("offline");
  });

  test("sends one watch for all that a screen mounts, and another when it leaves", () => {
    world.client.start();
    world.connect();
    const before = world.last().sent.length;
    const leave = ["jpy:1", "jpy:2", "jpy:3"].map((one) =>
      world.client.subscribe(one, () => undefined),
    );
    world.pass(100);
    expect(world.last().sent.slice(before)).toEqual([
      { op: "watch", symbols: ["jpy:1", "jpy:2", "jpy:3"] },
    ]);
    leave[1]?.();
    world.pass(100);
    expect(world.last().sent.at(-1)).toEqual({ op: "watch", symbols: ["jpy:1", "jpy:3"] });
  });

  test("keeps watching a symbol while one of two rows still shows it", () => {
    world.client.start();
    world.connect();
    const first = world.client.subscribe("jpy:1", () => undefined);
    world.client.subscribe("jpy:1", () => undefined);
    world.pass(100);
    const sent = world.last().sent.length;
    first();
    world.pass(100);
    expect(world.last().sent).toHaveLength(sent);
  });

  test("watches the newest hundred where a screen shows more", () => {
    world.client.start();
    world.connect();
    for (let code = 0; code < 120; code += 1)
      world.client.subscribe(`jpy:${code}`, () => undefined);
    world.pass(100);
    const message = world.last().sent.at(-1);
    expect(message?.op === "watch" && message.symbols.length).toBe(100);
    expect(message?.op === "watch" && message.symbols.at(-1)).toBe("jpy:119");
  });

  test("wakes only the rows of what changed, once a frame, with the newest state", () => {
    const woken = { toyota: 0, sony: 0 };
    world.client.subscribe("jpy:7203", () => void (woken.toyota += 1));
    world.client.subscribe("jpy:6758", () => void (woken.sony += 1));
    world.client.start();
    world.connect();
    world.hear({
      op: "quotes",
      now: 0,
      q: [quote("jpy:7203", "2850", 1), quote("jpy:7203", "2851", 2)],
    });
    expect(woken).toEqual({ toyota: 1, sony: 0 });
    expect(world.client.quote("jpy:7203")?.price).toBe("2851");
  });

  test("never goes back to an older price", () => {
    world.client.start();
    world.connect();
    world.hear({ op: "quotes", now: 0, q: [quote("jpy:7203", "2851", 2)] });
    world.hear({ op: "quotes", now: 0, q: [quote("jpy:7203", "2850", 1)] });
    expect(world.client.quote("jpy:7203")?.price).toBe("2851");
  });

  test("hears that the age of the price on the screen is not known, until the next one comes", () => {
    let woken = 0;
    world.client.subscribe("jpy:7203", () => void (woken += 1));
    world.client.start();
    world.connect();
    const shown = quote("jpy:7203", "2850", 1);
    world.hear({ op: "quotes", now: 0, q: [shown] });
    world.hear({ op: "quotes", now: 0, q: [{ ...shown, o: true }] });
    expect(world.client.quote("jpy:7203")?.isAgeUnknown).toBe(true);
    expect(woken).toBe(2);
    world.hear({ op: "quotes", now: 0, q: [quote("jpy:7203", "2850", 2)] });
    expect(world.client.quote("jpy:7203")?.isAgeUnknown).toBeUndefined();
  });

  test("takes an index, which has no book", () => {
    world.client.start();
    world.connect();
    world.hear({
      op: "quotes",
      now: 0,
      q: [{ k: "jpy:@N225", l: "39000", c: "1", p: "0.1", t: 1 }],
    });
    expect(world.client.quote("jpy:@N225")).toMatchObject({ price: "39000", bid: "", volume: "" });
  });

  test("connects again after a loss, ever more slowly, and tells what may have been missed", () => {
    world.client.subscribe("jpy:7203", () => undefined);
    world.client.start();
    world.connect();
    world.last().onclose?.();
    expect(world.client.state()).toBe("connecting");
    world.pass(499);
    expect(world.sockets).toHaveLength(1);
    world.pass(1);
    expect(world.sockets).toHaveLength(2);
    world.last().onclose?.();
    expect(world.client.state()).toBe("offline");
    world.pass(999);
    expect(world.sockets).toHaveLength(2);
    world.pass(1);
    world.connect();
    expect(world.client.state()).toBe("live");
    expect(world.heard.reconnects).toBe(1);
    expect(world.last().sent.at(-1)).toEqual({ op: "watch", symbols: ["jpy:7203"] });
  });

  test("says that the line is lost until it stands again, and attempts it at least every two seconds", () => {
    world.client.start();
    world.connect();
    const states: string[] = [];
    world.client.subscribeState(() => states.push(world.client.state()));
    world.last().onclose?.();
    for (let attempt = 0; attempt < 30; attempt += 1) {
      const before = world.sockets.length;
      world.pass(1_500);
      expect(world.sockets.length).toBeGreaterThan(before);
      world.last().onclose?.();
    }
    world.pass(1_500);
    world.connect();
    expect(states).toEqual(["connecting", "offline", "live"]);
  });

  test("gives an attempt that nobody answers up for a new one", () => {
    world.client.start();
    const before = world.sockets.length;
    world.pass(12_000);
    expect(world.sockets.length).toBeGreaterThan(before);
  });

  test("takes a line that fell silent for dead", () => {
    world.client.start();
    world.connect();
    world.pass(44_000);
    world.hear({ op: "ping" });
    expect(world.last().sent.at(-1)).toEqual({ op: "pong" });
    world.pass(44_000);
    expect(world.sockets).toHaveLength(1);
    world.pass(2000);
    expect(world.sockets[0]?.closed).toBe(true);
    expect(world.sockets).toHaveLength(2);
  });

  test("stops while the page is hidden and does not come back by itself", () => {
    world.client.start();
    world.connect();
    world.client.stop();
    expect(world.last().closed).toBe(true);
    world.pass(100_000);
    expect(world.sockets).toHaveLength(1);
  });

  test("hears nothing more from a line that it let go", () => {
    world.client.start();
    world.connect();
    const old = world.last();
    world.client.stop();
    old.onmessage?.({ data: JSON.stringify({ op: "event", event: { kind: "balance_changed" } }) });
    expect(world.heard.events).toEqual([]);
  });

  test("does not knock again where the session is refused", () => {
    world.client.start();
    world.last().onopen?.();
    world.hear({ op: "refused", msg: "sign_in_again" });
    world.pass(100_000);
    expect(world.heard.refusals).toEqual(["sign_in_again"]);
    expect(world.sockets).toHaveLength(1);
  });

  test("hands the customer's own events on", () => {
    world.client.start();
    world.connect();
    world.hear({ op: "event", sequence: "2", event: { kind: "balance_changed" } });
    expect(world.heard.events).toEqual([{ kind: "balance_changed" }]);
  });
});

describe("what the stream client missed", () => {
  const filled = {
    kind: "order_filled",
    id: "7",
    type: "jpy",
    code: "7203",
    price: "2850",
    quantity: "100",
  } as const;
  let world: ReturnType<typeof makeWorld>;
  beforeEach(() => {
    world = makeWorld();
  });

  test("is asked for since the page was opened, before anything else", () => {
    world.pass(2_300);
    world.client.start();
    world.connect();
    expect(world.last().sent[1]).toEqual({ op: "resume", seconds: 3 });
    world.hear({ op: "event", sequence: "5", event: filled, resumed: true });
    // The screen reads again; nobody is told of what happened before they looked.
    expect(world.heard).toMatchObject({ events: [], quiet: [filled] });
  });

  test("is asked for from the last sequence after a broken line, and told once", () => {
    world.client.start();
    world.connect();
    world.hear({ op: "resumed", sequence: "10" });
    world.hear({ op: "event", sequence: "12", event: filled });
    world.last().onclose?.();
    world.pass(1000);
    world.connect();
    expect(world.last().sent[1]).toEqual({ op: "resume", sequence: "12" });
    world.hear({ op: "event", sequence: "11", event: filled, resumed: true });
    world.hear({ op: "event", sequence: "14", event: { ...filled, id: "8" }, resumed: true });
    expect(world.heard.events).toEqual([filled, { ...filled, id: "8" }]);
    expect(world.heard.quiet).toEqual([filled]);
  });

  test("is asked for again where the line broke before its end", () => {
    world.client.start();
    world.connect();
    world.hear({ op: "resumed", sequence: "10" });
    world.last().onclose?.();
    world.pass(1000);
    world.connect();
    world.hear({ op: "event", sequence: "20", event: filled });
    world.last().onclose?.();
    world.pass(5000);
    world.connect();
    expect(world.last().sent[1]).toEqual({ op: "resume", sequence: "10" });
  });

  test("was too much: everything is read again, and it goes on from there", () => {
    world.client.start();
    world.connect();
    const before = world.heard.reconnects;
    world.hear({ op: "gap", sequence: "30" });
    expect(world.heard.reconnects).toBe(before + 1);
    world.last().onclose?.();
    world.pass(1000);
    world.connect();
    expect(world.last().sent[1]).toEqual({ op: "resume", sequence: "30" });
  });
});

describe("the pause before connecting again", () => {
  test.each([
    [0, 0, 250],
    [0, 1, 500],
    [1, 1, 1000],
    [20, 0, 750],
    [20, 1, 1500],
  ])("of attempt %i with chance %d is %i ms", (attempts, random, expected) => {
    expect(reconnectDelayMs(attempts, random)).toBe(expected);
  });
});
