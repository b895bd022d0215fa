import type { Context } from "../../context.ts";
import { beginNextClosing, closeMarket, withdrawClosing } from "./closings.ts";
import { isClosingDue } from "./closings.store.ts";
import {
  calendarsListed,
  proposeCalendar,
  proposeExpected,
  readCalendar,
} from "./trading-calendars.ts";

export function tradingCalendarsFeature(context: Context): { stop(): Promise<void> } {
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
  closingRoutes(context);
  const failure = "closings did not begin, they will";
  const isDue = () => isClosingDue(context.clock.now());
  return context.jobs.repeat({ everyMs: lookEveryMs, failure, isDue }, async (isStopped) => {
    while (!isStopped() && (await beginNextClosing(context)));
  });
}

/** A closing begins within so many milliseconds of its moment. */
const lookEveryMs = 500;

function closingRoutes(context: Context): void {
  const { operatorHttp } = context;
  operatorHttp.handle("/api/ops/calendars/close", ({ input, operator, audit }) => {
    audit.about(`${input.type}:${input.date}`);
    return closeMarket(context, operator, audit, input);
  });
  operatorHttp.handle("/api/ops/calendars/closings/:id/withdraw", ({ input, operator, audit }) => {
    audit.about(input.id);
    return withdrawClosing(context, operator, audit, BigInt(input.id));
  });
}
