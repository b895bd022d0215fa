import { dayMs } from "@sanshi/contract";
import { localDate } from "@sanshi/rulebook";
import { afterAll, beforeAll, expect, it } from "vitest";
import { testPhoto } from "../../../../../tests/support/test-money.ts";
import {
  newRequestId,
  startTestApplication,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";

let app: TestApplication;
beforeAll(async () => {
  app = await startTestApplication();
});
afterAll(() => app.stop());

const weekday = (at: number) => new Date(`${localDate("jpy", at)}T00:00:00Z`).getUTCDay();

it("says one thing of a Saturday's deposit: nobody is promised for a day outside the channel's", async () => {
  const now = app.context.clock.now();
  const days = (6 - weekday(now) + 7) % 7;
  // Noon in Tokyo, from where no midnight is near.
  const noon = Date.parse(`${localDate("jpy", now + days * dayMs)}T12:00:00+09:00`);
  await app.advance(Math.max(0, Math.round((noon - now) / 1_000)));
  expect(weekday(app.context.clock.now())).toBe(6);
  const customer = await app.newCustomer();
  const { channels } = await app.accepted("/user/deposit-channels", {}, customer);
  const channel = channels.find(({ currency }) => currency === "JPY");
  if (channel === undefined) throw new Error("there is no channel");
  expect(channel.hours.days).toBe("business");
  await app.accepted(
    "/user/deposit",
    {
      ...{ channel_id: channel.id, amount: "50000", receipt: await testPhoto() },
      request_id: newRequestId(),
    },
    customer,
  );
  const [deposit] = (await app.accepted("/user/depositlist", {}, customer)).items;
  const promised = Date.parse(deposit?.promised_by ?? "");
  expect([0, 6]).not.toContain(weekday(promised));
  const time = new Date(promised).toLocaleTimeString("en-GB", { timeZone: "Asia/Tokyo" });
  expect(time.slice(0, 5) >= channel.hours.from).toBe(true);
});
