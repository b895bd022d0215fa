import { messageGroups, messageKinds, groupOf, kindsOf } from "@sanshi/contract";
import { describe, expect, it } from "vitest";
import { fateOf, howToSend, pushAttemptsMax } from "./push.rules.ts";
import { shownOf, type Told } from "./shown.ts";

const fill: Told = {
  id: "7",
  kind: "order_filled",
  params: {
    type: "jpy",
    code: "7203",
    name_jp: "トヨタ自動車",
    name_cn: "丰田汽车",
    name_us: "Toyota Motor",
    quantity: "1200",
    price: "2850",
  },
  texts: null,
  author: null,
  link: "/position/info?id=7",
};
const quiet = { language: "us", amounts: false, simulated: false } as const;

describe("what a locked phone shows", () => {
  it.each([
    ["jp", "約定のお知らせ：トヨタ自動車"],
    ["cn", "丰田汽车"],
    ["us", "Order filled: Toyota Motor"],
  ] as const)("is a title in the customer's language, %s, and no amount", (language, words) => {
    const shown = shownOf(fill, { ...quiet, language });
    expect(shown.title).toContain(words);
    expect(shown).toMatchObject({ body: "", place: "/position/info?id=7", tag: "message-7" });
    expect(JSON.stringify(shown)).not.toMatch(/2850|2,850|1200|1,200/);
  });

  it.each([
    ["jp", "1,200株・約定価格2,850円"],
    ["cn", "1,200股，成交价2,850日元"],
    ["us", "1,200 shares at ¥2,850"],
  ] as const)("has the amounts in %s for whoever has chosen them", (language, body) => {
    expect(shownOf(fill, { ...quiet, language, amounts: true }).body).toBe(body);
  });

  it("says that it is simulated where it is", () => {
    expect(shownOf(fill, { ...quiet, simulated: true }).body).toBe("Simulated");
    expect(shownOf(fill, { ...quiet, amounts: true, simulated: true }).body).toBe(
      "1,200 shares at ¥2,850 · Simulated",
    );
  });

  it("has a loss with a true minus sign, and nothing where a former release said less", () => {
    const closed = { ...fill, kind: "closing_filled" } as const;
    const lost = { ...closed, params: { ...fill.params, profit: "-300" } };
    const shown = { ...quiet, amounts: true };
    expect(shownOf(lost, shown).body).toBe("1,200 shares at ¥2,850 · P/L −¥300");
    expect(shownOf({ ...fill, params: {} }, shown).title).not.toMatch(/[{}]/);
  });

  it("has nothing of what an operator wrote, of an announcement of ours the title, and leads to it", () => {
    const text = (title: string) => ({ title, body: "…" });
    const texts = { jp: text("入金100円"), cn: text("充值100元"), us: text("Deposit 100") };
    const told = { ...fill, kind: "announcement", texts, link: null } as const;
    expect(shownOf(told, quiet).title).toBe("You have a new notice");
    expect(shownOf(told, { ...quiet, amounts: true }).title).toBe("Deposit 100");
    const author = { role: "support", broker: "Sanshi" } as const;
    expect(shownOf({ ...told, author }, { ...quiet, amounts: true }).title).toBe(
      "You have a new notice",
    );
    expect(shownOf(told, quiet).place).toBe("/mine/messageInfo?id=7");
  });

  it("is a reply of customer service without its words", () => {
    expect(shownOf({ kind: "service" }, { ...quiet, language: "cn" })).toEqual({
      title: "客服已回复您",
      body: "",
      place: "/mine/service",
      tag: "service",
    });
  });

  it.each(
    messageKinds.flatMap((kind) =>
      (["jp", "cn", "us"] as const).map((language) => ({ kind, language })),
    ),
  )("is a whole sentence for $kind in $language", ({ kind, language }) => {
    const told = { ...fill, kind, texts: null };
    for (const amounts of [true, false]) {
      const { title, body } = shownOf(told, { ...quiet, language, amounts });
      expect(title).not.toBe("");
      expect(title + body).not.toMatch(/[{}]|undefined/);
    }
  });
});

describe("the groups of messages", () => {
  it("have every kind once", () => {
    const grouped = messageGroups.flatMap((group) => kindsOf(group));
    expect(grouped.toSorted()).toEqual([...messageKinds].toSorted());
    expect(groupOf("margin_call")).toBe("margin");
  });

  it("are sent at once where time presses, and are forgotten by push services within a day", () => {
    expect(howToSend("margin")).toEqual({ ttlSeconds: 21_600, urgency: "high" });
    expect(howToSend("notices")).toEqual({ ttlSeconds: 86_400, urgency: "normal" });
  });
});

describe("what becomes of a delivery", () => {
  const answered = (status: number | null, retryAfterSeconds: number | null = null) => ({
    status,
    retryAfterSeconds,
  });

  it.each([
    [201, "delivered"],
    [204, "delivered"],
    [404, "subscription_gone"],
    [410, "subscription_gone"],
    [301, "dropped"],
    [400, "dropped"],
    [403, "dropped"],
    [413, "dropped"],
  ] as const)("by the answer %i: %s", (status, fate) => {
    expect(fateOf(answered(status), 1)).toBe(fate);
  });

  it.each([null, 408, 429, 500, 503])(
    "is another attempt by %s, later each time, and an end",
    (status) => {
      const waits = [1, 2, 3].map((attempts) => fateOf(answered(status), attempts));
      expect(waits).toEqual([30, 120, 480].map((retryInSeconds) => ({ retryInSeconds })));
      expect(fateOf(answered(status, 7), 1)).toEqual({ retryInSeconds: 7 });
      expect(fateOf(answered(status), pushAttemptsMax)).toBe("dropped");
    },
  );
});
