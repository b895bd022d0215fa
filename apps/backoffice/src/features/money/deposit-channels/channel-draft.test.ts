import { describe, expect, test } from "vitest";
import {
  byCurrency,
  draftOf,
  emptyDraft,
  faultsOf,
  proposalOf,
  type Channel,
} from "./channel-draft.ts";

const channel: Channel = {
  id: "7",
  currency: "USD",
  name: { jp: "銀行振込", cn: "银行转账", us: "Bank transfer" },
  instructions: { jp: "", cn: "", us: "Name the reference." },
  account_name: "Sanshi",
  account_number: "1234567",
  bank_name: "Bank",
  branch_name: "Main",
  minimum: "50",
  maximum: null,
  hours: "00:00-24:00",
  days: "every",
  closes: false,
  simulated: true,
  position: 3,
  withdrawn_at: null,
  holds_from: null,
};

describe("a draft", () => {
  test("of a channel is sent as the channel is", () => {
    const draft = draftOf(channel);
    expect(faultsOf(draft)).toEqual([]);
    expect(channel).toMatchObject(proposalOf(draft));
    expect(proposalOf(draft)).not.toHaveProperty("maximum");
  });

  test("may have limits with separators and blanks around its texts", () => {
    const typed = { ...draftOf(channel), maximum: " 10,000 ", bank_name: " Bank " };
    expect(proposalOf(typed)).toMatchObject({ maximum: "10000", bank_name: "Bank" });
  });

  test("names what is missing or cannot be", () => {
    expect(faultsOf(emptyDraft)).toEqual([
      "account_name",
      "account_number",
      "bank_name",
      "branch_name",
      "name",
    ]);
    const wrong = { ...draftOf(channel), from: "15:00", to: "09:00", position: "first" };
    expect(faultsOf(wrong)).toEqual(["hours", "position"]);
  });
});

test("channels stand by currency, and only where there are any", () => {
  const yen: Channel = { ...channel, id: "8", currency: "JPY" };
  const groups = byCurrency([channel, yen]).map((group) => [
    group.currency,
    group.channels.map(({ id }) => id),
  ]);
  expect(groups).toHaveLength(2);
  expect(groups).toContainEqual(["USD", ["7"]]);
  expect(groups).toContainEqual(["JPY", ["8"]]);
});
