import type { Context } from "../../context.ts";
import {
  calendarsListed,
  proposeCalendar,
  proposeExpected,
  readCalendar,
} from "./trading-calendars.ts";

export function tradingCalendarRoutes(context: Context): void {
  const { operatorHttp } = context;
  operatorHttp.handle("/api/ops/calendars", ({ operator, audit }) => {
    audit.about("calendars");
    return calendarsListed(context, operator);
  });
  operatorHttp.handle("/api/ops/calendars/read", ({ input, audit }) => {
    audit.about(`${input.type}:${input.year}`);
    return readCalendar(context, input);
  });
  operatorHttp.handle("/api/ops/calendars/propose", ({ input, operator, audit }) => {
    audit.about(`${input.type}:${input.year}`);
    return proposeCalendar(context, operator, audit, input);
  });
  operatorHttp.handle("/api/ops/calendars/allow-expected", ({ input, operator, audit }) => {
    audit.about(`${input.type}:${input.year}`);
    return proposeExpected(context, operator, audit, input);
  });
}
