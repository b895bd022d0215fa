import { companyFrom, type Company, type CompanyRow, type SplitRow } from "./company.ts";

/**
 * Real companies of the Tokyo Stock Exchange. Codes, names and readings: JPX's list of issues of
 * 2024-06-28 and EDINET's code list, later names by hand. Tick class: TOPIX 500 membership in the same
 * list. Listing dates before 2018 are general knowledge and only shown. Prices are where the
 * simulation starts, rounded to a realistic size: simulated prices are not market data.
 */
// oxfmt-ignore
const rows: readonly CompanyRow[] = [
  ["7203", "トヨタ自動車", "丰田汽车", "Toyota Motor", "トヨタジドウシャ", "consumer_discretionary", 2900, 13050, 3.1, "1949-05-16"],
  ["7267", "本田技研工業", "本田技研工业", "Honda Motor", "ホンダギケンコウギョウ", "consumer_discretionary", 1560, 4600, 4.2, "1957-12-05"],
  ["6902", "デンソー", "电装", "Denso", "デンソー", "consumer_discretionary", 2100, 2900, 2.9, "1951-12-13"],
  ["6758", "ソニーグループ", "索尼集团", "Sony Group", "ソニーグループ", "technology", 4100, 6050, 0.6, "1958-12-23"],
  ["6501", "日立製作所", "日立制作所", "Hitachi", "ヒタチセイサクショ", "industrials", 4450, 4550, 1.0, "1949-05-16"],
  ["6503", "三菱電機", "三菱电机", "Mitsubishi Electric", "ミツビシデンキ", "industrials", 3900, 2080, 1.3, "1949-05-16"],
  ["7011", "三菱重工業", "三菱重工业", "Mitsubishi Heavy Industries", "ミツビシジュウコウギョウ", "industrials", 3950, 3360, 0.6, "1950-05-01"],
  ["6367", "ダイキン工業", "大金工业", "Daikin Industries", "ダイキンコウギョウ", "industrials", 18500, 293, 1.8, "1949-05-16"],
  ["6954", "ファナック", "发那科", "Fanuc", "ファナック", "industrials", 4900, 960, 2.0, "1976-11-22"],
  ["8058", "三菱商事", "三菱商事", "Mitsubishi Corporation", "ミツビシショウジ", "industrials", 3550, 3980, 3.1, "1954-06-21"],
  ["8001", "伊藤忠商事", "伊藤忠商事", "Itochu", "イトウチュウショウジ", "industrials", 8900, 1580, 2.2, "1950-07-01"],
  ["8031", "三井物産", "三井物产", "Mitsui & Co.", "ミツイブッサン", "industrials", 3850, 2900, 2.9, "1949-05-23"],
  ["9432", "NTT", "日本电信电话", "NTT", "ニッポンデンシンデンワ", "communication", 155, 90550, 3.4, "1987-02-09"],
  ["9433", "KDDI", "KDDI电信", "KDDI", "ケイディーディーアイ", "communication", 2500, 4190, 3.2, "1993-09-03"],
  ["9434", "ソフトバンク", "软银", "SoftBank Corp.", "ソフトバンク", "communication", 220, 47600, 3.9, "2018-12-19"],
  ["9984", "ソフトバンクグループ", "软银集团", "SoftBank Group", "ソフトバンクグループ", "communication", 17500, 1430, 0.3, "1998-01-16"],
  ["7974", "任天堂", "任天堂", "Nintendo", "ニンテンドウ", "communication", 12800, 1165, 1.2, "1983-07-11"],
  ["4689", "LINEヤフー", "LINE雅虎", "LY Corporation", "ラインヤフー", "communication", 440, 7000, 1.6, "2003-10-28"],
  ["8306", "三菱UFJフィナンシャル・グループ", "三菱日联金融集团", "Mitsubishi UFJ Financial", "ミツビシユーエフジェイフィナンシャルグループ", "financials", 2350, 11870, 3.0, "2001-04-02"],
  ["8316", "三井住友フィナンシャルグループ", "三井住友金融集团", "Sumitomo Mitsui Financial", "ミツイスミトモフィナンシャルグループ", "financials", 4200, 3860, 3.3, "2002-12-02"],
  ["8411", "みずほフィナンシャルグループ", "瑞穗金融集团", "Mizuho Financial", "ミズホフィナンシャルグループ", "financials", 4950, 2500, 2.9, "2003-03-12"],
  ["8766", "東京海上ホールディングス", "东京海上控股", "Tokio Marine Holdings", "トウキョウカイジョウホールディングス", "financials", 6200, 1930, 3.3, "2002-04-01"],
  ["4063", "信越化学工業", "信越化学工业", "Shin-Etsu Chemical", "シンエツカガクコウギョウ", "materials", 4800, 1980, 2.2, "1949-05-16"],
  ["5401", "日本製鉄", "日本制铁", "Nippon Steel", "ニッポンセイテツ", "materials", 620, 5230, 3.9, "1950-10-02"],
  ["5803", "フジクラ", "藤仓", "Fujikura", "フジクラ", "industrials", 14500, 296, 0.8, "1949-05-16"],
  ["8035", "東京エレクトロン", "东京电子", "Tokyo Electron", "トウキョウエレクトロン", "technology", 27500, 471, 2.0, "1980-06-18"],
  ["6857", "アドバンテスト", "爱德万测试", "Advantest", "アドバンテスト", "technology", 13500, 766, 0.3, "1983-02-08"],
  ["6920", "レーザーテック", "Lasertec", "Lasertec", "レーザーテック", "technology", 21000, 94, 1.4, "1990-12-18"],
  ["6146", "ディスコ", "迪思科", "Disco", "ディスコ", "technology", 45000, 108, 0.9, "1999-12-16"],
  ["6861", "キーエンス", "基恩士", "Keyence", "キーエンス", "technology", 56000, 243, 0.6, "1987-10-20"],
  ["6981", "村田製作所", "村田制作所", "Murata Manufacturing", "ムラタセイサクショ", "technology", 2900, 1960, 2.0, "1969-12-22"],
  ["7741", "HOYA", "豪雅", "Hoya", "ホーヤ", "health_care", 22500, 344, 0.5, "1973-02-23"],
  ["7751", "キヤノン", "佳能", "Canon", "キヤノン", "technology", 4350, 1330, 3.6, "1949-05-16"],
  ["9983", "ファーストリテイリング", "迅销", "Fast Retailing", "ファーストリテイリング", "consumer_discretionary", 51000, 318, 0.9, "1997-04-08"],
  ["6098", "リクルートホールディングス", "瑞可利控股", "Recruit Holdings", "リクルートホールディングス", "industrials", 8100, 1560, 0.3, "2014-10-16"],
  ["4661", "オリエンタルランド", "东方乐园", "Oriental Land", "オリエンタルランド", "consumer_discretionary", 3250, 1818, 0.4, "1996-12-11"],
  ["4568", "第一三共", "第一三共", "Daiichi Sankyo", "ダイイチサンキョウ", "health_care", 3500, 1947, 2.1, "2005-09-28"],
  ["4502", "武田薬品工業", "武田药品工业", "Takeda Pharmaceutical", "タケダヤクヒンコウギョウ", "health_care", 4300, 1590, 4.5, "1949-05-16"],
  ["4519", "中外製薬", "中外制药", "Chugai Pharmaceutical", "チュウガイセイヤク", "health_care", 7200, 1679, 1.4, "1956-03-05"],
  ["2914", "日本たばこ産業", "日本烟草产业", "Japan Tobacco", "ニホンタバコサンギョウ", "consumer_staples", 5300, 2000, 4.0, "1994-10-27"],
  ["3382", "セブン&アイ・ホールディングス", "7&I控股", "Seven & i Holdings", "セブンアンドアイホールディングス", "consumer_staples", 2050, 2600, 2.4, "2005-09-01"],
  ["4452", "花王", "花王", "Kao", "カオウ", "consumer_staples", 6400, 465, 2.4, "1949-05-16"],
  ["4911", "資生堂", "资生堂", "Shiseido", "シセイドウ", "consumer_staples", 2450, 400, 1.6, "1949-05-16"],
  ["9020", "東日本旅客鉄道", "JR东日本", "JR East", "ヒガシニホンリョカクテツドウ", "industrials", 3650, 1134, 1.8, "1993-10-26"],
  ["9022", "東海旅客鉄道", "JR东海", "JR Central", "トウカイリョカクテツドウ", "industrials", 3900, 1030, 0.8, "1997-10-08"],
  ["9101", "日本郵船", "日本邮船", "Nippon Yusen", "ニッポンユウセン", "industrials", 5100, 434, 4.4, "1949-05-16"],
  ["8801", "三井不動産", "三井不动产", "Mitsui Fudosan", "ミツイフドウサン", "real_estate", 1600, 2800, 2.1, "1949-05-16"],
  ["9501", "東京電力ホールディングス", "东京电力控股", "Tokyo Electric Power", "トウキョウデンリョクホールディングス", "utilities", 720, 1607, 0, "1951-08-01"],
  ["1605", "INPEX", "INPEX", "Inpex", "インペックス", "energy", 2750, 1190, 3.4, "2006-04-03"],
  ["4385", "メルカリ", "Mercari", "Mercari", "メルカリ", "consumer_discretionary", 2600, 165, 0, "2018-06-19"],
  ["3778", "さくらインターネット", "樱花互联网", "Sakura Internet", "サクラインターネット", "technology", 3100, 40, 0.1, "2005-10-12", "standard_ticks"],
  ["4478", "フリー", "freee", "Freee", "フリー", "technology", 3300, 60, 0, "2019-12-17", "standard_ticks"],
  ["9166", "GENDA", "GENDA", "Genda", "ジェンダ", "consumer_discretionary", 900, 180, 0, "2023-07-28", "standard_ticks"],
  ["186A", "アストロスケールホールディングス", "Astroscale控股", "Astroscale Holdings", "アストロスケールホールディングス", "industrials", 700, 130, 0, "2024-06-05", "standard_ticks"],
  ["9023", "東京地下鉄", "东京地铁", "Tokyo Metro", "トウキョウチカテツ", "industrials", 1650, 581, 2.5, "2024-10-23", "standard_ticks"],
  ["285A", "キオクシアホールディングス", "铠侠控股", "Kioxia Holdings", "キオクシアホールディングス", "technology", 9500, 540, 0, "2024-12-18", "standard_ticks"],
];

/** Source: the companies' announcements; the first day on which the price is quoted for the new shares. */
const splits: readonly SplitRow[] = [
  ["7203", "2021-09-29", 5, 1],
  ["6902", "2023-09-28", 4, 1],
  ["7267", "2023-09-28", 3, 1],
  ["6758", "2024-09-27", 5, 1],
  ["6501", "2024-06-27", 5, 1],
  ["7011", "2024-03-28", 10, 1],
  ["8058", "2023-12-28", 3, 1],
  ["9432", "2023-06-29", 25, 1],
  ["9434", "2024-09-27", 10, 1],
  ["7974", "2022-09-29", 10, 1],
  ["8316", "2024-09-27", 3, 1],
  ["8766", "2022-09-29", 3, 1],
  ["4063", "2023-03-30", 5, 1],
  ["8035", "2023-03-30", 3, 1],
  ["6857", "2023-09-28", 4, 1],
  ["9983", "2023-02-27", 3, 1],
  ["4661", "2023-03-30", 5, 1],
  ["9022", "2023-09-28", 5, 1],
  ["9101", "2022-09-29", 3, 1],
];

export function japaneseCompanies(): Company[] {
  return rows.map((row) => {
    const [, , , us, reading] = row;
    const terms = [us.toLowerCase(), reading, hiragana(reading)];
    return companyFrom(row, "jpy", "TSE", terms, splits);
  });
}

/** Katakana and hiragana stand in the same order, 96 code points apart. */
function hiragana(katakana: string): string {
  return katakana.replace(/[ァ-ヶ]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) - 0x60));
}
