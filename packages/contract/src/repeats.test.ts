import { describe, expect, it } from "vitest";
import { z } from "zod";
import { calls, repeats, type Call, type CallPath } from "./index.ts";
import { refusalStatuses } from "./refusals.ts";

const all = Object.entries(calls) as [CallPath, Call][];

function takesRequestId({ input }: Call): boolean {
  const { properties } = z.toJSONSchema(input, { io: "input" });
  return properties !== undefined && "request_id" in properties;
}

describe("how a repeat of a call is safe", () => {
  it("is said of every call and of no other", () => {
    expect(Object.keys(repeats).sort()).toEqual(Object.keys(calls).sort());
  });

  it("is a request id exactly where it is decided once, and another input is refused", () => {
    const once = all.filter(([path]) => repeats[path] === "once");
    expect(all.filter(([, call]) => takesRequestId(call)).map(([path]) => path)).toEqual(
      once.map(([path]) => path),
    );
    // Whose number follows from the request and tells nobody whether there is such an account.
    const silent = once.filter(([, { refusals }]) => !refusals.includes("request_id_reused"));
    expect(silent.map(([path]) => path)).toEqual([
      "/user/write-about-case",
      "/user/forgotten-login-password",
      "/user/lost-second-factors",
    ]);
  });

  it("takes an id wherever something is cancelled, removed, stopped or objected to", () => {
    const undoing = all.filter(([path]) => /\/(?:cancel|stop|object|revoke|remove)-/.test(path));
    const uncertain = undoing.filter(([path]) => repeats[path] !== "once");
    // Of a factor that was removed, the second answer says that there is none.
    // And a line that is off a chart is off it: a second time answers as the first.
    expect(uncertain.map(([path]) => path)).toEqual([
      "/market/remove-chart-line",
      "/user/remove-passkey",
    ]);
  });

  it("is a refusal that the call can give where it says that the first was done", () => {
    for (const [path, { refusals }] of all) {
      const repeat = repeats[path];
      if (typeof repeat === "string") continue;
      const unlisted = repeat.seen.filter(
        (code) => !refusals.includes(code) && refusalStatuses[code] === 200,
      );
      expect([path, unlisted]).toEqual([path, []]);
    }
  });
});
