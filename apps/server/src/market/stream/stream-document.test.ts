import { describe, expect, it } from "vitest";
import { asyncApiDocument } from "../../platform/http/async-api.ts";
import { closeCodes } from "./connection.ts";
import { resumedEventsMax, resumeHoursMax } from "./missed-events.rules.ts";
import { streamLimits } from "./stream.ts";

const { description } = asyncApiDocument()["info"] as { description: string };

describe("what the stream's document says of its limits", () => {
  it("is what the server does: how far back events can be resumed, and how many", () => {
    expect(description).toContain(`${resumeHoursMax} hours`);
    expect(description).toContain(`${resumedEventsMax} events`);
  });

  it("is what the server does: pings, and the time to sign in", () => {
    expect(description).toContain(`pings every ${streamLimits.pingEveryMs / 1_000} seconds`);
    expect(streamLimits.signInMsMax).toBe(5_000);
    expect(description).toContain("signs in, within five seconds");
  });

  it("names each code with which the server closes a line", () => {
    const said = description.slice(description.indexOf("Closing codes"));
    const named = [...said.matchAll(/\b[14]\d{3}\b/g)].map(([code]) => Number(code));
    // The last one is the WebSocket library's own, for a message that is too large.
    expect(named.toSorted()).toEqual([...Object.values(closeCodes), 1009].toSorted());
  });
});
