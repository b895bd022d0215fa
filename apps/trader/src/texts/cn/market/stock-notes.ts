import type { Texts } from "../../jp/index.ts";

/** What few stocks' pages say: of a listing that ends, and of extended hours. */
export const stockNotes: Texts["stockNotes"] = {
  last_day: "最后交易日：{{day}}",
  ended_on: "已终止上市（最后交易日：{{day}}）",
  end_in_shares: "按新股{{ratio}}旧股的比例换成{{name}}（{{code}}）股份，零股以现金结算。",
  end_at_close: "委托于当日结束。当日收市后仍有的持仓按当日收盘价结算，不收取费用。",
  end_at_price: "委托于当日结束。当日收市后仍有的持仓按公布的价格结算，不收取费用。",
  end_price: "结算价格：",
  end_document: "公告文件",
  extended_book: "买 {{bid}}（{{bids}}股）· 卖 {{ask}}（{{asks}}股）",
  extended_note: "涨跌相对最近的正式收盘价。当日行情、持仓估值和止损均以盘中价格为准。",
};
