import { expect, test } from "vitest";
import { paths } from "../../../app/paths.ts";
import { casePlace } from "./case-place.ts";

test.each([
  ["review:deposits", paths.deposit("7")],
  ["review:withdrawals", paths.withdrawal("7")],
  ["review:verifications", paths.verification("7")],
  ["review:login-password-resets", paths.loginReset("7")],
  ["review:factor-resets", paths.factorReset("7")],
  ["credit_limit", null],
])("%s is about the case at %s", (kind, place) => {
  expect(casePlace({ kind, subject: "7" })).toBe(place);
});
