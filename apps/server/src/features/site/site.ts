import { publicConfigNames } from "@sanshi/contract";
import type { Context } from "../../context.ts";
import { accept, refuse, type Outcome } from "../../platform/outcome.ts";
import { rows, sql } from "../../platform/sql/database.ts";

export type ConfigEntry = { name: string; value: string };

/** What a new instance starts with; operators change it in the back office. */
const defaults: readonly ConfigEntry[] = [
  { name: "title", value: "Sanshi 三市" },
  { name: "logo", value: "/logo.svg" },
  { name: "menu", value: "five" },
  { name: "default_language", value: "jp" },
];

export async function seedConfig(context: Pick<Context, "database">): Promise<void> {
  await sql`INSERT INTO config_entry (name, value)
    SELECT * FROM unnest(${defaults.map((entry) => entry.name)}::text[],
      ${defaults.map((entry) => entry.value)}::text[])
    ON CONFLICT DO NOTHING`.execute(context.database.reader);
}

/** Everything that a customer's app may know before anybody signed in. */
export async function publicConfig(context: Context): Promise<ConfigEntry[]> {
  const stored = await rows(
    context.database.reader,
    sql<ConfigEntry>`SELECT name, value FROM config_entry
      WHERE name = ANY (${[...publicConfigNames]}::text[]) ORDER BY name`,
  );
  return [
    ...stored,
    { name: "simulated", value: String(context.feed.kind === "simulated") },
    { name: "market_hours", value: context.hours },
  ];
}

export async function serviceLink(context: Context): Promise<Outcome<ConfigEntry[]>> {
  const entries = await publicConfig(context);
  const link = entries.find((entry) => entry.name === "kefu" && entry.value !== "");
  return link === undefined ? refuse("service_link_unavailable") : accept([link]);
}
