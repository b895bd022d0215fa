import { operatorTexts } from "@sanshi/contract";
import { describe, expect, it } from "vitest";
import { expectUnchanged, operatorsCalls } from "../../../../../tests/support/every-call.ts";
import {
  sendAs,
  soundForm,
  startOperatorsDesk,
} from "../../../../../tests/support/operators-desk.ts";

/** Every field of every operators' call that customers may come to read × a request for a password. */
const desk = startOperatorsDesk();

// As short as the shortest of the fields.
const asking = "Send PIN";
const fields = Object.entries(operatorTexts).flatMap(([url, rules]) =>
  Object.entries(rules)
    .filter(([, rule]) => rule === "two" || rule === "first")
    .flatMap(([field]) =>
      field.includes("*")
        ? ["jp", "cn", "us"].map((language) => [url, field.replace("*", language)] as const)
        : [[url, field] as const],
    ),
);

type Form = Record<string, unknown>;

/** A form of which one field asks; a reason in one language is one in each. */
function formThatAsks(form: Form, field: string): Form {
  const [name = "", ...within] = field.split(".");
  if (within.length === 0) return { ...form, [name]: name === "search_terms" ? [asking] : asking };
  const inner = form[name];
  const known = typeof inner === "object" && inner !== null ? (inner as Form) : languages();
  return { ...form, [name]: formThatAsks(known, within.join(".")) };
}
const languages = () => ({ jp: "一", cn: "二", us: "three" });

describe("a request for a password", () => {
  it("can be written in dozens of fields", () => {
    expect(fields.length).toBeGreaterThan(60);
  });

  it.each(fields)("is refused of %s in %s, and waits for nobody", async (url, field) => {
    const one = operatorsCalls.find((call) => call.url === url)!;
    const answer = await sendAs(desk, one, formThatAsks(soundForm(one), field), desk.admin);
    expect(answer.json()).toMatchObject({ status: 0, msg: "text_asks_for_secrets" });
  });
  expectUnchanged(() => desk.app);
});
