import { describe, expect, it } from "vitest";
import type { AskedOf } from "./asked.ts";
import { sendForm, type Sending } from "./use-form.ts";

type Code = "amount_too_small" | "proof_required";
type Answered = AskedOf<string, Code>;
const done: Answered = { ok: true, data: "kept" };
const refusedWith = (code: Code, fields: readonly string[] = []): Answered => ({
  ok: false,
  refusal: { code, params: {}, fields, httpStatus: 200 },
});

/** What a screen shows, in the order in which it came. */
async function shownOf(answer: Answered, more: Partial<Sending<"amount", string, Code>> = {}) {
  const shown: unknown[] = [];
  const asked = await sendForm<"amount", string, Code>(
    {
      send: () => Promise.resolve(answer),
      fieldByCode: { amount_too_small: "amount" },
      done: (data) => shown.push(`done: ${data}`),
      ...more,
    },
    {
      setBusy: (busy) => shown.push(busy ? "busy" : "idle"),
      setRefused: (refused) => shown.push(refused),
    },
    ({ code }) => `the text of ${code}`,
  );
  return { shown, asked };
}

describe("a form that is sent", () => {
  it("is busy until what follows is done, with nothing refused", async () => {
    expect(await shownOf(done)).toEqual({ shown: [{}, "busy", "done: kept", "idle"], asked: done });
  });

  it("says a refusal beside its field, at the fields that were malformed, or above the button", async () => {
    const lastOf = async (answer: Answered, fields: readonly "amount"[] = []) =>
      (await shownOf(answer, { fields })).shown.at(-2);
    expect(await lastOf(refusedWith("amount_too_small"))).toEqual({
      amount: "the text of amount_too_small",
    });
    expect(await lastOf(refusedWith("proof_required", ["amount"]), ["amount"])).toEqual({
      amount: "the text of proof_required",
    });
    expect(await lastOf(refusedWith("proof_required"))).toEqual({
      form: "the text of proof_required",
    });
  });

  it("does something about a refusal rather than saying it", async () => {
    const asked: string[] = [];
    const instead = { proof_required: () => void asked.push("asks for a proof") };
    const { shown } = await shownOf(refusedWith("proof_required"), { instead });
    expect(asked).toEqual(["asks for a proof"]);
    expect(shown).toEqual([{}, "busy", "idle"]);
  });

  it("is not sent where something is wrong that can be known before", async () => {
    const send = () => Promise.reject(new Error("it was sent"));
    expect(await shownOf(done, { wrong: { amount: "Enter an amount." }, send })).toEqual({
      shown: [{ amount: "Enter an amount." }],
      asked: null,
    });
  });

  it("is not busy for ever where sending fails", async () => {
    const shown: string[] = [];
    const sent = sendForm<"amount", string, Code>(
      { send: () => Promise.reject(new Error("a fault of ours")), done: () => undefined },
      { setBusy: (busy) => shown.push(busy ? "busy" : "idle"), setRefused: () => undefined },
      ({ code }) => code,
    );
    await expect(sent).rejects.toThrow("a fault of ours");
    expect(shown).toEqual(["busy", "idle"]);
  });
});
