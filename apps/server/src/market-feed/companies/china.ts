import { pinyin } from "pinyin-pro";
import type { Instrument } from "../market-feed.ts";
import { companyFrom, type Company, type CompanyRow, type SplitRow } from "./company.ts";

/**
 * Real companies of the Shanghai and Shenzhen exchanges' A-share boards. Codes, Chinese names and
 * boards: the exchanges' lists as collected in public symbol tables of 2026; Japanese and English names
 * as brokers write them. The reading is left empty where pinyin-pro reads the name rightly. Listing
 * dates before 2018 are general knowledge and only shown. Prices are where the simulation starts,
 * rounded to a realistic size: simulated prices are not market data.
 */
// oxfmt-ignore
const shanghaiRows: readonly CompanyRow[] = [
  ["600519", "貴州茅台", "贵州茅台", "Kweichow Moutai", "", "consumer_staples", 1450, 1252, 3.5, "2001-08-27"],
  ["601318", "中国平安保険", "中国平安", "Ping An Insurance", "", "financials", 58, 18210, 4.4, "2007-03-01"],
  ["600036", "招商銀行", "招商银行", "China Merchants Bank", "", "financials", 42, 25220, 4.7, "2002-04-09"],
  ["601398", "中国工商銀行", "工商银行", "ICBC", "", "financials", 7.8, 356400, 4.0, "2006-10-27"],
  ["601288", "中国農業銀行", "农业银行", "Agricultural Bank of China", "", "financials", 7.6, 349980, 3.2, "2010-07-15"],
  ["601939", "中国建設銀行", "建设银行", "China Construction Bank", "", "financials", 9.2, 250010, 4.4, "2007-09-25"],
  ["601988", "中国銀行", "中国银行", "Bank of China", "", "financials", 5.6, 294390, 4.3, "2006-07-05"],
  ["601166", "興業銀行", "兴业银行", "Industrial Bank", "", "financials", 21, 20770, 5.0, "2007-02-05"],
  ["600000", "上海浦東発展銀行", "浦发银行", "SPD Bank", "", "financials", 11.8, 29350, 3.5, "1999-11-10"],
  ["600030", "中信証券", "中信证券", "CITIC Securities", "", "financials", 29, 14820, 1.9, "2003-01-06"],
  ["600900", "中国長江電力", "长江电力", "China Yangtze Power", "", "utilities", 28, 24470, 3.4, "2003-11-18"],
  ["600276", "江蘇恒瑞医薬", "恒瑞医药", "Hengrui Medicine", "", "health_care", 63, 6380, 0.3, "2000-10-18"],
  ["601012", "隆基緑能科技", "隆基绿能", "LONGi Green Energy", "", "technology", 19, 7580, 0, "2012-04-11"],
  ["601899", "紫金鉱業", "紫金矿业", "Zijin Mining", "", "materials", 29, 26580, 1.5, "2008-04-25"],
  ["601888", "中国旅遊集団中免", "中国中免", "China Tourism Duty Free", "", "consumer_discretionary", 76, 2069, 1.4, "2009-10-15"],
  ["603288", "佛山市海天調味食品", "海天味业", "Haitian Flavouring", "", "consumer_staples", 38, 5561, 2.3, "2014-02-11"],
  ["600887", "内蒙古伊利実業集団", "伊利股份", "Yili Industrial", "", "consumer_staples", 28, 6366, 4.4, "1996-03-12"],
  ["600809", "山西杏花村汾酒", "山西汾酒", "Shanxi Fenjiu", "", "consumer_staples", 190, 1220, 3.2, "1994-01-06"],
  ["600690", "海爾智家", "海尔智家", "Haier Smart Home", "", "consumer_discretionary", 26, 9380, 3.7, "1993-11-19"],
  ["601857", "中国石油天然気", "中国石油", "PetroChina", "", "energy", 9.3, 183020, 5.0, "2007-11-05"],
  ["600028", "中国石油化工", "中国石化", "Sinopec", "", "energy", 5.7, 121280, 4.4, "2001-08-08"],
  ["601088", "中国神華能源", "中国神华", "China Shenhua Energy", "", "energy", 41, 19870, 5.3, "2007-10-09"],
  ["601668", "中国建築", "中国建筑", "China State Construction", "", "industrials", 5.4, 41320, 5.0, "2009-07-29"],
  ["601919", "中遠海運控股", "中远海控", "COSCO Shipping", "", "industrials", 15.2, 15490, 6.6, "2007-06-26"],
  ["600104", "上海汽車集団", "上汽集团", "SAIC Motor", "", "consumer_discretionary", 16.4, 11580, 0.5, "1997-11-25"],
  ["601127", "賽力斯集団", "赛力斯", "Seres Group", "", "consumer_discretionary", 130, 1633, 0.8, "2016-06-15"],
  ["600050", "中国聯合網絡通信", "中国联通", "China Unicom", "", "communication", 5.4, 31270, 2.9, "2002-10-09"],
  ["601728", "中国電信", "中国电信", "China Telecom", "", "communication", 6.5, 91510, 4.2, "2021-08-20"],
  ["600941", "中国移動", "中国移动", "China Mobile", "", "communication", 106, 21600, 4.5, "2022-01-05"],
  ["688981", "中芯国際集成電路製造", "中芯国际", "SMIC", "", "technology", 118, 8000, 0, "2020-07-16", "growth_board"],
  ["688041", "海光信息技術", "海光信息", "Hygon", "", "technology", 220, 2324, 0.1, "2022-08-12", "growth_board"],
  ["688256", "中科寒武紀科技", "寒武纪", "Cambricon", "", "technology", 1350, 418, 0, "2020-07-20", "growth_board"],
  ["688795", "摩爾線程智能科技", "摩尔线程", "Moore Threads", "", "technology", 620, 470, 0, "2025-12-05", "growth_board"],
];

// oxfmt-ignore
const shenzhenRows: readonly CompanyRow[] = [
  ["000001", "平安銀行", "平安银行", "Ping An Bank", "", "financials", 11.6, 19410, 5.1, "1991-04-03"],
  ["000002", "万科企業A", "万科A", "China Vanke A", "wanke", "real_estate", 6.2, 11930, 0, "1991-01-29"],
  ["000333", "美的集団", "美的集团", "Midea Group", "", "consumer_discretionary", 78, 7680, 4.8, "2013-09-18"],
  ["000568", "瀘州老窖", "泸州老窖", "Luzhou Laojiao", "", "consumer_staples", 132, 1472, 4.4, "1994-05-09"],
  ["000651", "珠海格力電器", "格力电器", "Gree Electric", "", "consumer_discretionary", 40, 5601, 7.0, "1996-11-18"],
  ["000725", "京東方科技集団A", "京东方A", "BOE Technology A", "jingdongfang", "technology", 4, 37410, 1.3, "2001-01-12"],
  ["000858", "宜賓五糧液", "五粮液", "Wuliangye", "", "consumer_staples", 120, 3882, 4.8, "1998-04-27"],
  ["002415", "杭州海康威視数字技術", "海康威视", "Hikvision", "", "technology", 31, 9160, 2.2, "2010-05-28"],
  ["002475", "立訊精密工業", "立讯精密", "Luxshare Precision", "", "technology", 60, 7250, 0.4, "2010-09-15"],
  ["002594", "比亜迪", "比亚迪", "BYD", "", "consumer_discretionary", 99, 9117, 1.3, "2011-06-30"],
  ["002714", "牧原食品", "牧原股份", "Muyuan Foods", "", "consumer_staples", 50, 5463, 2.1, "2014-01-28"],
  ["300015", "愛爾眼科医院集団", "爱尔眼科", "Aier Eye Hospital", "", "health_care", 12, 9325, 1.3, "2009-10-30", "growth_board"],
  ["300059", "東方財富信息", "东方财富", "East Money Information", "", "financials", 25, 15800, 0.4, "2010-03-19", "growth_board"],
  ["300124", "深圳市匯川技術", "汇川技术", "Inovance Technology", "huichuan", "industrials", 73, 2700, 0.6, "2010-09-28", "growth_board"],
  ["300750", "寧徳時代新能源科技", "宁德时代", "CATL", "", "technology", 380, 4560, 1.2, "2018-06-11", "growth_board"],
  ["300760", "深圳邁瑞生物医療電子", "迈瑞医疗", "Mindray", "", "health_care", 205, 1212, 2.2, "2018-10-16", "growth_board"],
  ["000016", "*ST康佳集団A", "*ST康佳A", "*ST Konka A", "kangjia", "consumer_discretionary", 4.6, 2408, 0, "1992-03-27", "special_treatment"],
];

/** Source: the companies' announcements; new shares for old after a bonus issue, on its ex-rights day. */
const splits: readonly SplitRow[] = [
  ["300750", "2023-04-26", 9, 5],
  ["002594", "2025-07-29", 3, 1],
  ["601012", "2022-06-06", 7, 5],
  ["300015", "2023-06-12", 13, 10],
  ["603288", "2021-05-31", 13, 10],
];

export function chineseCompanies(): Company[] {
  const listed = (rows: readonly CompanyRow[], exchange: Instrument["exchange"]) =>
    rows.map((row) => companyFrom(row, "cny", exchange, termsOf(row), splits));
  return [...listed(shanghaiRows, "SSE"), ...listed(shenzhenRows, "SZSE")];
}

/** Full pinyin (`guizhoumaotai`) and its initials (`gzmt`): what a Chinese user types. */
function termsOf([, , cn, us, reading]: CompanyRow): string[] {
  const name = cn.replace(/[*\s]/g, "").replace(/^ST/, "");
  const full = pinyin(name, { toneType: "none", type: "array", v: true }).join("").toLowerCase();
  const initials = pinyin(name, { pattern: "first", toneType: "none", type: "array" });
  return [us.toLowerCase(), full, initials.join("").toLowerCase(), reading];
}
