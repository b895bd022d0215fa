import type { Settings } from "./platform/settings.ts";

/** What a newcomer needs to know once it runs: where, how to register, how to sign in, how to stop. */
export function newcomerText(options: {
  address: string;
  settings: Pick<Settings, "market" | "dataDir" | "databaseUrl">;
  newcomer: { invitationCode: string; operatorEmail: string; operatorPassword: string | null };
}): string {
  const { settings, newcomer } = options;
  const address = options.address.replace(/\/$/, "");
  const password = newcomer.operatorPassword
    ? `password ${newcomer.operatorPassword}`
    : "with the password that it was given";
  const lines = [
    ["Open", `${address}/`],
    [
      "Register",
      `any ten-digit number as the account, a password, the invitation code ${newcomer.invitationCode}`,
    ],
    ["Operator", `${address}/backoffice/ as ${newcomer.operatorEmail}, ${password}`],
    ["Calls", `${address}/api/docs`],
    [
      "Data",
      settings.databaseUrl === null ? settings.dataDir : "in the PostgreSQL of DATABASE_URL",
    ],
    ["Stop", "Ctrl-C"],
  ];
  const body = lines.map(([name, text]) => `  ${name?.padEnd(10)}${text}`).join("\n");
  return `\nSanshi is running on ${marketText(settings.market)}.\n\n${body}\n`;
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
