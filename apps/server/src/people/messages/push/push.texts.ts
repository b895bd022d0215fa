/** What is said on a locked phone beside a message's title, in each language. */
export type PushTexts = {
  simulated: string;
  /** Of what an operator wrote, whose words are read in the app. */
  notice: string;
  service: string;
  market: { jpy: string; usd: string; cny: string };
  amount: { jpy: string; usd: string; cny: string };
  fill: string;
  fill_profit: string;
  margin_call: string;
  allotted: string;
  price: string;
  money: string;
};

export const pushTexts: Record<"jp" | "cn" | "us", PushTexts> = {
  jp: {
    simulated: "デモ取引",
    notice: "新しいお知らせが届いています",
    service: "カスタマーサービスから返信が届いています",
    market: { jpy: "日本株", usd: "米国株", cny: "中国株" },
    amount: { jpy: "{{amount}}円", usd: "{{amount}}ドル", cny: "{{amount}}元" },
    fill: "{{quantity}}株・約定価格{{price}}",
    fill_profit: "{{quantity}}株・約定価格{{price}}・損益{{profit}}",
    margin_call: "必要額{{missing}}",
    allotted: "{{quantity}}株・お支払額{{amount}} {{currency}}",
    price: "現在値{{price}}",
    money: "{{amount}} {{currency}}",
  },
  cn: {
    simulated: "模拟交易",
    notice: "您有一条新通知",
    service: "客服已回复您",
    market: { jpy: "日股", usd: "美股", cny: "A股" },
    amount: { jpy: "{{amount}}日元", usd: "{{amount}}美元", cny: "{{amount}}元" },
    fill: "{{quantity}}股，成交价{{price}}",
    fill_profit: "{{quantity}}股，成交价{{price}}，盈亏{{profit}}",
    margin_call: "需补足{{missing}}",
    allotted: "{{quantity}}股，应缴{{amount}} {{currency}}",
    price: "现价{{price}}",
    money: "{{amount}} {{currency}}",
  },
  us: {
    simulated: "Simulated",
    notice: "You have a new notice",
    service: "Customer service replied to you",
    market: { jpy: "Japanese stocks", usd: "US stocks", cny: "Chinese stocks" },
    amount: { jpy: "¥{{amount}}", usd: "${{amount}}", cny: "CN¥{{amount}}" },
    fill: "{{quantity}} shares at {{price}}",
    fill_profit: "{{quantity}} shares at {{price}} · P/L {{profit}}",
    margin_call: "{{missing}} required",
    allotted: "{{quantity}} shares · {{amount}} {{currency}} payable",
    price: "Now {{price}}",
    money: "{{amount}} {{currency}}",
  },
};
