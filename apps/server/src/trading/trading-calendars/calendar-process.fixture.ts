import { isTradingDay } from "@sanshi/rulebook";
import { createLog } from "../../platform/log.ts";
import { createDatabase } from "../../platform/sql/database.ts";
import { createListener } from "../../platform/sql/listener.ts";
import { calendarChannel, startTradingCalendars } from "./trading-calendars.ts";

// A process that knows the calendars and nothing else: it prints whether the mainland trades on a day, and each change.
const [connectionString = "", date = ""] = process.argv.slice(2);
const log = createLog("fatal");
const database = createDatabase(connectionString, { poolMax: 2 });
const listener = await createListener(connectionString, [calendarChannel], log);
await startTradingCalendars({ database, listener, log });

let printed = "";
function print(): void {
  const now = isTradingDay("cny", date) ? "open" : "closed";
  if (now !== printed) process.stdout.write(`${now}\n`);
  printed = now;
}
print();
setInterval(print, 20);
