import { networkInterfaces } from "node:os";
import type { Settings } from "./platform/settings.ts";

type NewcomerSettings = Pick<
  Settings,
  "host" | "port" | "market" | "dataDir" | "databaseUrl" | "operatorPassword"
>;

/** What a newcomer needs to know once it runs: where, how to register, how to sign in, how to stop. */
export function newcomerText(options: {
  settings: NewcomerSettings;
  newcomer: {
    invitationCode: string;
    /** Null where OPERATOR_EMAIL is none of the operators that there are. */
    operatorEmail: string | null;
    operatorPassword: string | null;
  };
  hasBackOffice: boolean;
}): string {
  const { settings, newcomer, hasBackOffice } = options;
  const [address = "", ...others] = addresses(settings);
  const lines = [
    ["Open", `${address}/`],
    ...others.map((other) => ["", `${other}/ from other devices of the network`]),
    [
      "Register",
      `with any ten-digit number, a password and the invitation code ${newcomer.invitationCode}`,
    ],
    ["Operator", operatorText(settings, newcomer)],
    ...(hasBackOffice ? [["", `signs in at ${address}/backoffice/`]] : []),
    ["Calls", `${address}/api/docs`],
    [
      "Data",
      settings.databaseUrl === null ? settings.dataDir : "in the PostgreSQL of DATABASE_URL",
    ],
    ["Stop", "Ctrl-C"],
  ];
  const body = lines.map(([name = "", text = ""]) => `  ${name.padEnd(10)}${text}`).join("\n");
  return `\nSanshi is running on ${marketText(settings.market)}.\n\n${body}\n`;
}

/** As a browser of this machine reaches it first, then as others do. */
function addresses({ host, port }: NewcomerSettings): string[] {
  const everywhere = host === "0.0.0.0" || host === "::";
  if (!everywhere) return [`http://${host.includes(":") ? `[${host}]` : host}:${port}`];
  const others = Object.values(networkInterfaces())
    .flatMap((list) => list ?? [])
    .filter(({ family, internal }) => family === "IPv4" && !internal);
  return [`http://localhost:${port}`, ...others.map((other) => `http://${other.address}:${port}`)];
}

function operatorText(
  settings: NewcomerSettings,
  {
    operatorEmail,
    operatorPassword,
  }: { operatorEmail: string | null; operatorPassword: string | null },
): string {
  if (operatorEmail === null) {
    return "as before; OPERATOR_EMAIL makes the very first one only (see npm run add-operator)";
  }
  return `${operatorEmail}, ${passwordText(settings, operatorPassword)}`;
}

function passwordText(settings: NewcomerSettings, oneTimePassword: string | null): string {
  if (oneTimePassword !== null)
    return `one-time password ${oneTimePassword} (shown this once, changed at the first sign-in)`;
  if (settings.operatorPassword !== null) return "password as in OPERATOR_PASSWORD";
  return "password as chosen at the first sign-in";
}

function marketText(market: Settings["market"]): string {
  switch (market.kind) {
    case "simulated":
      return "a SIMULATED market with paper money";
    case "replay":
      return `a REPLAY of ${market.folder} with paper money`;
    case "live":
      return `the LIVE market of ${market.adapter}`;
  }
}
