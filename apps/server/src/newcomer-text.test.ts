import { expect, test } from "vitest";
import { newcomerText } from "./newcomer-text.ts";

const settings = {
  host: "localhost",
  port: 3000,
  market: { kind: "simulated" },
  dataDir: "/project/data",
  databaseUrl: null,
  operatorPassword: null,
} as const;
const newcomer = {
  invitationCode: "CODE1234",
  operatorEmail: "me@example.com",
  operatorPassword: "once",
};

test("says where to open it, with what to register, who the operator is, and how to stop", () => {
  expect(newcomerText({ settings, newcomer, hasBackOffice: true })).toBe(`
Sanshi is running on a SIMULATED market with paper money.

  Open      http://localhost:3000/
  Register  with any ten-digit number, a password and the invitation code CODE1234
  Operator  me@example.com, one-time password once (shown this once, changed at the first sign-in)
            signs in at http://localhost:3000/backoffice/
  Calls     http://localhost:3000/api/docs
  Data      /project/data
  Stop      Ctrl-C
`);
});

test("never prints a password that was given or shown before", () => {
  const later = { ...newcomer, operatorPassword: null };
  const text = (operatorPassword: string | null) =>
    newcomerText({
      settings: { ...settings, operatorPassword },
      newcomer: later,
      hasBackOffice: false,
    });
  expect(text("a secret of mine")).toContain("me@example.com, password as in OPERATOR_PASSWORD\n");
  expect(text(null)).toContain("me@example.com, password as chosen at the first sign-in\n");
});

test("names the kind of market", () => {
  const text = (market: Parameters<typeof newcomerText>[0]["settings"]["market"]) =>
    newcomerText({ settings: { ...settings, market }, newcomer, hasBackOffice: false });
  expect(text({ kind: "replay", folder: "/bars" })).toContain("a REPLAY of /bars with paper money");
  expect(text({ kind: "live", adapter: "tse" })).toContain("the LIVE market of tse");
});

test("a server that listens everywhere is opened at localhost", () => {
  const everywhere = { ...settings, host: "0.0.0.0" };
  expect(newcomerText({ settings: everywhere, newcomer, hasBackOffice: false })).toContain(
    "  Open      http://localhost:3000/\n",
  );
});

test("says of an OPERATOR_EMAIL that is nobody's how an operator is added", () => {
  const nobody = { ...newcomer, operatorEmail: null, operatorPassword: null };
  expect(newcomerText({ settings, newcomer: nobody, hasBackOffice: false })).toContain(
    "Operator  as before; OPERATOR_EMAIL makes the very first one only (see npm run add-operator)",
  );
});
