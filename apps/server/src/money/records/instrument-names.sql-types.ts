// Written by `npm run types` from the migrations and the statements: not by hand.

export type InstrumentNameRow = {
  market: "jpy" | "usd" | "cny";
  code: string;
  since: number;
  name_jp: string;
  name_cn: string;
  name_us: string;
};
