import type { Instrument } from "../market-feed.ts";
import { companyFrom, type Company, type CompanyRow, type SplitRow } from "./company.ts";

/**
 * Real companies of the New York Stock Exchange and Nasdaq. Codes, exchanges and industries: the
 * exchanges' symbol directories and the public list of S&P 500 constituents; Japanese and Chinese names
 * as brokers write them. Listing dates before 2018 are general knowledge and only shown. Prices are
 * where the simulation starts, rounded to a realistic size: simulated prices are not market data.
 */
// oxfmt-ignore
const nasdaqRows: readonly CompanyRow[] = [
  ["AAPL", "アップル", "苹果", "Apple", "apple inc", "technology", 255, 14800, 0.4, "1980-12-12"],
  ["MSFT", "マイクロソフト", "微软", "Microsoft", "microsoft", "technology", 490, 7430, 0.7, "1986-03-13"],
  ["NVDA", "エヌビディア", "英伟达", "NVIDIA", "nvidia", "technology", 182, 24300, 0.1, "1999-01-22"],
  ["GOOGL", "アルファベット A", "谷歌-A", "Alphabet A", "google", "communication", 265, 12100, 0.3, "2004-08-19"],
  ["AMZN", "アマゾン・ドット・コム", "亚马逊", "Amazon", "amazon.com", "consumer_discretionary", 228, 10690, 0, "1997-05-15"],
  ["META", "メタ・プラットフォームズ", "Meta Platforms", "Meta Platforms", "facebook", "communication", 655, 2520, 0.3, "2012-05-18"],
  ["TSLA", "テスラ", "特斯拉", "Tesla", "tesla", "consumer_discretionary", 410, 3330, 0, "2010-06-29"],
  ["AVGO", "ブロードコム", "博通", "Broadcom", "broadcom", "technology", 345, 4720, 0.7, "2009-08-06"],
  ["COST", "コストコ・ホールセール", "好市多", "Costco", "costco wholesale", "consumer_staples", 930, 443, 0.5, "1985-12-05"],
  ["PEP", "ペプシコ", "百事可乐", "PepsiCo", "pepsi", "consumer_staples", 145, 1370, 3.8, "1919-12-18"],
  ["ADBE", "アドビ", "奥多比", "Adobe", "adobe", "technology", 345, 419, 0, "1986-08-13"],
  ["NFLX", "ネットフリックス", "奈飞", "Netflix", "netflix", "communication", 112, 4240, 0, "2002-05-23"],
  ["AMD", "アドバンスト・マイクロ・デバイセズ", "超威半导体", "AMD", "advanced micro devices", "technology", 210, 1630, 0, "1979-10-15"],
  ["INTC", "インテル", "英特尔", "Intel", "intel", "technology", 37, 4770, 0, "1971-10-13"],
  ["CSCO", "シスコシステムズ", "思科", "Cisco", "cisco systems", "technology", 73, 3950, 2.2, "1990-02-16"],
  ["QCOM", "クアルコム", "高通", "Qualcomm", "qualcomm", "technology", 170, 1070, 2.1, "1991-12-13"],
  ["TXN", "テキサス・インスツルメンツ", "德州仪器", "Texas Instruments", "texas instruments", "technology", 175, 909, 3.1, "1953-10-01"],
  ["MU", "マイクロン・テクノロジー", "美光科技", "Micron Technology", "micron", "technology", 215, 1120, 0.2, "1984-06-01"],
  ["PYPL", "ペイパル・ホールディングス", "PayPal", "PayPal", "paypal", "financials", 68, 955, 0, "2015-07-06"],
  ["SBUX", "スターバックス", "星巴克", "Starbucks", "starbucks", "consumer_discretionary", 86, 1137, 2.8, "1992-06-26"],
  ["PLTR", "パランティア・テクノロジーズ", "Palantir", "Palantir", "palantir", "technology", 165, 2380, 0, "2020-09-30"],
  ["COIN", "コインベース・グローバル", "Coinbase", "Coinbase", "coinbase global", "financials", 300, 257, 0, "2021-04-14"],
  ["ARM", "アーム・ホールディングス ADR", "Arm Holdings", "Arm Holdings", "arm", "technology", 145, 1060, 0, "2023-09-14"],
  ["CRWV", "コアウィーブ", "CoreWeave", "CoreWeave", "coreweave", "technology", 95, 490, 0, "2025-03-28"],
];

// oxfmt-ignore
const nyseRows: readonly CompanyRow[] = [
  ["JPM", "JPモルガン・チェース", "摩根大通", "JPMorgan Chase", "jp morgan", "financials", 305, 2720, 1.9, "1969-03-05"],
  ["BAC", "バンク・オブ・アメリカ", "美国银行", "Bank of America", "bofa", "financials", 52, 7300, 2.1, "1976-07-01"],
  ["GS", "ゴールドマン・サックス", "高盛", "Goldman Sachs", "goldman", "financials", 790, 300, 1.8, "1999-05-04"],
  ["V", "ビザ", "Visa", "Visa", "visa inc", "financials", 335, 1920, 0.7, "2008-03-19"],
  ["MA", "マスターカード", "万事达卡", "Mastercard", "mastercard", "financials", 545, 898, 0.6, "2006-05-25"],
  ["UNH", "ユナイテッドヘルス・グループ", "联合健康", "UnitedHealth", "united health", "health_care", 325, 906, 2.6, "1984-10-17"],
  ["LLY", "イーライリリー", "礼来", "Eli Lilly", "lilly", "health_care", 1010, 945, 0.6, "1970-07-09"],
  ["JNJ", "ジョンソン・エンド・ジョンソン", "强生", "Johnson & Johnson", "j&j", "health_care", 200, 2410, 2.6, "1944-09-25"],
  ["ABBV", "アッヴィ", "艾伯维", "AbbVie", "abbvie", "health_care", 230, 1770, 2.9, "2013-01-02"],
  ["MRK", "メルク", "默沙东", "Merck", "msd", "health_care", 95, 2480, 3.5, "1946-05-15"],
  ["PFE", "ファイザー", "辉瑞", "Pfizer", "pfizer", "health_care", 25.5, 5690, 6.7, "1944-01-17"],
  ["XOM", "エクソンモービル", "埃克森美孚", "Exxon Mobil", "exxon", "energy", 117, 4220, 3.4, "1920-03-25"],
  ["CVX", "シェブロン", "雪佛龙", "Chevron", "chevron", "energy", 153, 2010, 4.5, "1921-06-24"],
  ["PG", "プロクター・アンド・ギャンブル", "宝洁", "Procter & Gamble", "p&g", "consumer_staples", 148, 2340, 2.8, "1891-01-15"],
  ["KO", "コカ・コーラ", "可口可乐", "Coca-Cola", "coke", "consumer_staples", 71, 4300, 2.9, "1919-09-05"],
  ["HD", "ホーム・デポ", "家得宝", "Home Depot", "home depot", "consumer_discretionary", 360, 995, 2.6, "1981-09-22"],
  ["MCD", "マクドナルド", "麦当劳", "McDonald's", "mcdonalds", "consumer_discretionary", 308, 713, 2.4, "1966-07-05"],
  ["NKE", "ナイキ", "耐克", "Nike", "nike", "consumer_discretionary", 65, 1477, 2.5, "1980-12-02"],
  ["F", "フォード・モーター", "福特汽车", "Ford Motor", "ford", "consumer_discretionary", 13, 3980, 4.6, "1956-03-07"],
  ["GM", "ゼネラル・モーターズ", "通用汽车", "General Motors", "gm", "consumer_discretionary", 71, 933, 0.8, "2010-11-18"],
  ["DIS", "ウォルト・ディズニー", "迪士尼", "Walt Disney", "disney", "communication", 106, 1785, 1.2, "1957-11-12"],
  ["T", "AT&T", "美国电话电报", "AT&T", "at&t", "communication", 25.5, 7100, 4.3, "1984-02-16"],
  ["VZ", "ベライゾン・コミュニケーションズ", "威瑞森通信", "Verizon", "verizon communications", "communication", 41, 4220, 6.7, "1984-02-16"],
  ["CRM", "セールスフォース", "赛富时", "Salesforce", "salesforce.com", "technology", 240, 952, 0.7, "2004-06-23"],
  ["ORCL", "オラクル", "甲骨文", "Oracle", "oracle", "technology", 220, 2850, 0.9, "1986-03-12"],
  ["IBM", "IBM", "国际商业机器", "IBM", "international business machines", "technology", 300, 934, 2.2, "1915-11-11"],
  ["BA", "ボーイング", "波音", "Boeing", "boeing", "industrials", 195, 760, 0, "1962-01-02"],
  ["CAT", "キャタピラー", "卡特彼勒", "Caterpillar", "caterpillar", "industrials", 560, 468, 1.1, "1929-12-02"],
  ["GE", "GEエアロスペース", "GE航空航天", "GE Aerospace", "general electric", "industrials", 300, 1060, 0.5, "1892-06-23"],
  ["UBER", "ウーバー・テクノロジーズ", "优步", "Uber", "uber technologies", "industrials", 90, 2080, 0, "2019-05-10"],
  ["RDDT", "レディット A", "Reddit", "Reddit", "reddit", "communication", 195, 189, 0, "2024-03-21"],
  ["FIG", "フィグマ A", "Figma", "Figma", "figma", "technology", 42, 490, 0, "2025-07-31"],
];

/** Source: the companies' announcements; the first day on which the price is quoted for the new shares. */
const splits: readonly SplitRow[] = [
  ["AAPL", "2020-08-31", 4, 1],
  ["TSLA", "2020-08-31", 5, 1],
  ["TSLA", "2022-08-25", 3, 1],
  ["NVDA", "2021-07-20", 4, 1],
  ["NVDA", "2024-06-10", 10, 1],
  ["AMZN", "2022-06-06", 20, 1],
  ["GOOGL", "2022-07-18", 20, 1],
  ["AVGO", "2024-07-15", 10, 1],
  ["NFLX", "2025-11-17", 10, 1],
  ["GE", "2021-08-02", 1, 8],
];

export function unitedStatesCompanies(): Company[] {
  const listed = (rows: readonly CompanyRow[], exchange: Instrument["exchange"]) =>
    rows.map((row) => companyFrom(row, "usd", exchange, [row[3].toLowerCase(), row[4]], splits));
  return [...listed(nasdaqRows, "NASDAQ"), ...listed(nyseRows, "NYSE")];
}
