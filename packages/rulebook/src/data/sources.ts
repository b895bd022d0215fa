import type { PublisherKey } from "./publishers.ts";

/** A text that rules rest on. */
export type Source = {
  readonly publisher: PublisherKey;
  /** In the language of the text, with its number where it has one. */
  readonly title: string;
  /** Its day, `YYYY-MM-DD`; null where it bears none. */
  readonly date: string | null;
  /** Null where the address of the text is not known. */
  readonly address: string | null;
};

const sseRules = "https://www.sse.com.cn/lawandrules/sselawsrules2025";

/** Every text that the rulebook names. */
export const sources = {
  sse2026: text(
    "sse",
    "SSE Trading Rules (2026), 上证发〔2026〕41号",
    "2026-04-24",
    `${sseRules}/stocks/exchange/c/c_20260424_10816482.shtml`,
  ),
  sseNote2026: text(
    "sse",
    "SSE on its trading rules in force from 2026-07-06",
    "2026-04-24",
    "https://www.sse.com.cn/aboutus/mediacenter/hotandd/c/c_20260424_10816474.shtml",
  ),
  szse2026: text(
    "szse",
    "SZSE Trading Rules (2026), 深证上〔2026〕551号",
    "2026-04-24",
    "https://www.szse.cn/lawrules/rule/trade/current/t20260424_620190.html",
  ),
  bse2026: text(
    "bse",
    "BSE Trading Rules, 北证公告〔2026〕17号",
    "2026-04-24",
    "https://www.bse.cn/jygl_list/200028217.html",
  ),
  bseRiskWarning2026: text(
    "bse",
    "北证公告〔2026〕34号",
    "2026-08-21",
    "https://www.bse.cn/jygl_list/200029142.html",
  ),
  bse2021: text(
    "bse",
    "BSE Trading Rules",
    "2021-11-15",
    "https://www.bse.cn/jygl_list/200010919.html",
  ),
  star2019: text(
    "sse",
    "SSE special trading rules for STAR",
    null,
    `${sseRules}/repeal/rules/c/10785118/files/8c544552dc7e4c83a863440179f0b9de.pdf`,
  ),
  chinext2020: text(
    "szse",
    "深证上〔2020〕515号",
    "2020-06-12",
    "https://www.szse.cn/disclosure/notice/general/t20200612_578381.html",
  ),
  sse2023: text(
    "sse",
    "SSE Trading Rules (2023)",
    null,
    `${sseRules}/repeal/rules/c/c_20250612_10824490.shtml`,
  ),
  szseFirstListings2023: text(
    "szse",
    "SZSE on the first listings of 2023-04-10",
    "2023-04-04",
    "https://www.szse.cn/aboutus/trends/news/t20230404_599697.html",
  ),
  szse2006: text(
    "szse",
    "SZSE Trading Rules (2006)",
    "2006-05-15",
    "https://www.szse.cn/disclosure/notice/general/t20060515_499577.html",
  ),
  listingDays2014: text(
    "sse",
    "上证发〔2014〕37号",
    "2014-06-13",
    `${sseRules}/repeal/rules/c/c_20140613_10785185.shtml`,
  ),
  specialTreatment1998: text(
    "szse",
    "SZSE, events of its history",
    "2007-03-28",
    "https://www.szse.cn/aboutus/sse/events/t20070328_497832.html",
  ),
  closingAuction2018: text(
    "sse",
    "SSE on its closing auction",
    "2018-08-06",
    "https://www.sse.com.cn/aboutus/mediacenter/hotandd/c/c_20180806_4607055.shtml",
  ),
  shanghaiFees2023: text(
    "sse",
    "上证发〔2023〕137号",
    null,
    `${sseRules}/charge/c/c_20250610_10781461.shtml`,
  ),
  shenzhenFees2023: text(
    "szse",
    "深证上〔2023〕768号",
    "2023-08-18",
    "https://www.szse.cn/disclosure/notice/t20230818_602805.html",
  ),
  beijingFee2023: text(
    "csrc",
    "CSRC on handling fees",
    "2023-08-18",
    "https://www.csrc.gov.cn/csrc/c100028/c7426794/content.shtml",
  ),
  chinaClear: text(
    "chinaClear",
    "ChinaClear's fee tables",
    null,
    "https://www.chinaclear.cn/zdjs/fbzyls/",
  ),
  stampDuty2023: text(
    "chineseTax",
    "MoF and STA notice 2023 No. 39",
    null,
    "https://fgk.chinatax.gov.cn/zcfgk/c102416/c5211343/content.html",
  ),
  stampDuty2008: text(
    "chineseFinance",
    "MoF on stamp duty of one side",
    "2008-09-19",
    "https://www.mof.gov.cn/zhengwuxinxi/caizhengxinwen/200809/t20080919_76432.htm",
  ),
  floatingCommissions2002: text("csrc", "证监发〔2002〕21号", null, null),
  mainlandMargin2026: text(
    "sse",
    "上证发〔2026〕5号",
    "2026-01-14",
    `${sseRules}/trade/specific/margin/c/c_20260114_10805174.shtml`,
  ),
  mainlandMargin2023: text("sse", "上证发〔2023〕140号", "2023-08-27", null),
  shortMargin2024: text(
    "sse",
    "上证发〔2024〕98号",
    null,
    `${sseRules}/trade/specific/margin/c/c_20250616_10782021.shtml`,
  ),
  securitiesLending2024: text(
    "csrc",
    "CSRC on the refinancing of securities lending",
    "2024-07-10",
    "https://www.csrc.gov.cn/csrc/c100028/c7493852/content.shtml",
  ),
  sseHolidays2026: text(
    "sse",
    "上证公告〔2025〕45号",
    "2025-12-22",
    "https://www.sse.com.cn/disclosure/announcement/general/c/c_20251222_10802507.shtml",
  ),
  holidays2026: text(
    "stateCouncil",
    "国办发明电〔2025〕7号",
    null,
    "https://www.gov.cn/zhengce/content/202511/content_7047090.htm",
  ),
  holidayLaw2024: text("stateCouncil", "全国年节及纪念日放假办法", "2024-11-10", null),
  holidays2025: text("stateCouncil", "国办发明电〔2024〕12号", null, null),
  privateLending2020: text(
    "chineseCourt",
    "Supreme People's Court on private lending (four times the one-year loan prime rate)",
    "2020-08-20",
    null,
  ),
  loanPrimeRate: text("pbc", "one-year loan prime rate (LPR) of the month", null, null),

  jpxCalendar: text(
    "jpx",
    "JPX calendar",
    null,
    "https://www.jpx.co.jp/english/corporate/about-jpx/calendar/index.html",
  ),
  japaneseHolidayLaw: text(
    "japaneseLaw",
    "国民の祝日に関する法律 (昭和23年法律第178号)",
    null,
    null,
  ),
  tseHours: text(
    "jpx",
    "page on trading hours",
    null,
    "https://www.jpx.co.jp/english/equities/trading/domestic/tvdivq0000006blj-att/tradinghours_eg.pdf",
  ),
  tseHours2024: text(
    "jpx",
    "JPX news release on the longer trading hours",
    "2024-11-03",
    "https://www.jpx.co.jp/english/corporate/news/news-releases/1030/20241103-01.html",
  ),
  tseMethodology: text(
    "jpx",
    "Guide to TSE Trading Methodology (2024)",
    null,
    "https://www.jpx.co.jp/english/equities/trading/domestic/tvdivq000000tpfi-att/eg.pdf",
  ),
  tseItayose: text(
    "jpx",
    "page on 板寄せ",
    null,
    "https://www.jpx.co.jp/learning/basics/equities/04.html",
  ),
  tseUnit: text(
    "jpx",
    "page on the trading unit of 100 shares",
    null,
    "https://www.jpx.co.jp/equities/improvements/unit/index.html",
  ),
  tseTicks: text(
    "jpx",
    "page on ticks (呼値の単位)",
    "2026-08-06",
    "https://www.jpx.co.jp/equities/trading/domestic/07.html",
  ),
  tseTicks2014: text(
    "jpx",
    "JPX on the ticks of TOPIX 100 constituents",
    "2019-10-10",
    "https://www.jpx.co.jp/news/1030/20191010-01.html",
  ),
  tseTicks2027: text(
    "jpx",
    "ticks by each stock's spread-to-tick ratio from 2027-03-01 (its lists are not published)",
    "2026-08-06",
    "https://www.jpx.co.jp/equities/trading/strengthening/",
  ),
  tseRandomClose: text(
    "jpx",
    "page on the market's functions: a random close of the closing auction from 2027-10-12",
    "2026-08-06",
    "https://www.jpx.co.jp/equities/trading/strengthening/",
  ),
  tseTickRule: text(
    "jpx",
    "呼値に関する規則 (東京証券取引所)",
    null,
    "https://jpx-gr.info/rule/tosho_regu_201305070020001.html",
  ),
  tseLimits: text(
    "jpx",
    "page on daily limits (制限値幅)",
    null,
    "https://www.jpx.co.jp/equities/trading/domestic/06.html",
  ),
  tseWidening: text(
    "jpx",
    "JPX on widened price limits",
    "2023-02-14",
    "https://www.jpx.co.jp/english/news/1030/20230214-01.html",
  ),
  tseShortSales: text(
    "jpx",
    "page on the price test of short sales",
    null,
    "https://www.jpx.co.jp/equities/trading/regulations/02.html",
  ),
  tostnet: text(
    "jpx",
    "ToSTNeT trading, single-stock trading",
    null,
    "https://www.jpx.co.jp/english/equities/trading/tostnet/",
  ),
  jpxMarginGlossary: text("jpx", "JPX glossary", null, "https://www.jpx.co.jp/glossary/a/15.html"),
  taisyakuGlossary: text(
    "taisyaku",
    "glossary of margin trading (30 %, 300,000 yen)",
    null,
    "https://www.taisyaku.jp/glossary/a/",
  ),
  jsdaTPlus2: text(
    "jsda",
    "final report on T+2 settlement from 2019-07-16",
    null,
    "https://www.jsda.or.jp/en/activities/research-studies/html/t2_final_report.html",
  ),
  jsdaOfferPrice: text(
    "jsda",
    "page on offer prices (listings from 2023-10-01)",
    null,
    "https://www.jsda.or.jp/shijyo/minasama/koukaikakaku.html",
  ),
  sameDayOrdinance: text(
    "japaneseLaw",
    "金融商品取引法第百六十一条の二に規定する取引及びその保証金に関する内閣府令 第10条",
    null,
    null,
  ),
  interestRestriction: text(
    "japaneseLaw",
    "利息制限法 第1条, 第4条 (Interest Rate Restriction Act)",
    null,
    null,
  ),
  identityOrdinance: text(
    "japaneseLaw",
    "犯罪収益移転防止法施行規則 第6条 (Act on Prevention of Transfer of Criminal Proceeds)",
    null,
    null,
  ),
  identityOrdinance2025: text(
    "npa",
    "the ordinance (犯罪収益移転防止法施行規則) as amended: JPKI or a reading of the chip, no photographs or copies",
    "2025-06-24",
    null,
  ),

  nyseHours: text(
    "nyse",
    "NYSE holidays and trading hours",
    "2025-12-23",
    "https://www.nyse.com/trade/hours-calendars",
  ),
  nyseHolidays: text("nyse", "NYSE Rule 7.2", null, null),
  nyseAuctionRules: text(
    "nyse",
    "NYSE Rules 7.35A and 7.35B",
    null,
    "https://nyseguide.srorules.com/",
  ),
  nyseCutOff2018: text(
    "federalRegister",
    "SR-NYSE-2018-58, FR 2018-27278",
    "2018-12-18",
    "https://www.govinfo.gov/content/pkg/FR-2018-12-18/html/2018-27278.htm",
  ),
  nyseMarketHalts: text(
    "nyse",
    "NYSE Information Memo 13-6, amended Rule 80B",
    "2013-04-05",
    "http://www.nyse.com/nysenotices/nyse/information-memos/detail?memo_id=13-6",
  ),
  nasdaqCrosses: text(
    "nasdaq",
    "Nasdaq Opening and Closing Crosses",
    null,
    "https://www.nasdaqtrader.com/Trader.aspx?id=OpenClose",
  ),
  nasdaqRules: text(
    "nasdaq",
    "Nasdaq Rules 4752 and 4754",
    null,
    "https://listingcenter.nasdaq.com/rulebook/nasdaq/rules/Nasdaq%20Equity%204",
  ),
  nasdaqClosing2018: text(
    "federalRegister",
    "SR-NASDAQ-2018-068, FR 2018-23277",
    "2018-10-25",
    null,
  ),
  nasdaqClosing2019: text(
    "federalRegister",
    "SR-NASDAQ-2019-064, FR 2019-21883",
    "2019-10-08",
    "https://www.govinfo.gov/content/pkg/FR-2019-10-08/html/2019-21883.htm",
  ),
  luld: text("luld", "Limit Up-Limit Down plan", null, "https://www.luldplan.com/"),
  luld2012: text("sec", "Release 34-67091 (77 FR 33498)", null, null),
  luld2020: text(
    "sec",
    "Release 34-85623 (84 FR 16086)",
    null,
    "https://www.sec.gov/files/rules/sro/nms/2019/34-85623.pdf",
  ),
  tickRule: text("federalRegister", "17 CFR 242.612", null, null),
  halfCentTick: text(
    "sec",
    "Release 34-105656: the half-cent tick is put off to the first business day of November 2027",
    "2026-06-11",
    "https://www.sec.gov/files/rules/exorders/2026/34-105656.pdf",
  ),
  roundLotChanges: text(
    "cta",
    "Round lot changes, frequently asked questions",
    null,
    "https://www.ctaplan.com/publicdocs/ctaplan/CTA_Round_Lot_Changes_FAQ.pdf",
  ),
  roundLots: text("federalRegister", "17 CFR 242.600(b)(93)", null, null),
  rule201: text(
    "sec",
    "Rule 201 of Regulation SHO (17 CFR 242.201), frequently asked questions",
    null,
    "http://www.sec.gov/divisions/marketreg/rule201faq.htm",
  ),
  regulationSho: text("federalRegister", "Regulation SHO, 17 CFR 242.203", null, null),
  settlement2017: text(
    "sec",
    "Amendment to Rule 15c6-1(a), small entity compliance guide",
    "2017-03-28",
    "https://www.sec.gov/tm/t2-sbrefa",
  ),
  settlement2024: text(
    "sec",
    "Rule 15c6-1(a), T+1 settlement: frequently asked questions",
    null,
    "https://www.sec.gov/exams/educationhelpguidesfaqs/t1-faq",
  ),
  section31: text(
    "sec",
    "Section 31 fee rate advisories",
    null,
    "https://www.sec.gov/rules-regulations/fee-rate-advisories",
  ),
  tradingActivityFee2024: text(
    "federalRegister",
    "SR-FINRA-2024-019, FR 2024-27764",
    "2024-11-27",
    "https://www.govinfo.gov/app/details/FR-2024-11-27/2024-27764",
  ),
  tradingActivityFeeHoliday: text(
    "sec",
    "SR-FINRA-2026-021, Release 34-106409 (91 FR 60435)",
    "2026-09-23",
    "https://www.sec.gov/files/rules/sro/finra/2026/34-106409.pdf",
  ),
  finraMargin: text("finra", "FINRA Rule 4210(b), (c)", null, null),
  regulationT: text("federalReserve", "Regulation T, 12 CFR 220.12", null, null),
  intradayMarginOrder: text(
    "federalRegister",
    "SR-FINRA-2025-017 approved, FR 2026-07485",
    "2026-04-17",
    "https://www.govinfo.gov/content/pkg/FR-2026-04-17/html/2026-07485.htm",
  ),
  intradayMarginNotice: text(
    "finra",
    "FINRA Regulatory Notice 26-10",
    "2026-04-20",
    "https://www.finra.org/rules-guidance/notices/26-10",
  ),
  extendedHoursOrder: text("federalRegister", "FR 2026-00416", "2026-01-13", null),
  nyseArcaNight: text("federalRegister", "SR-NYSEARCA-2026-53, FR 2026-10450", null, null),
  newYorkUsury: text(
    "newYorkLaw",
    "Banking Law 14-a and General Obligations Law 5-501",
    null,
    null,
  ),

  dmmTerm: text(
    "dmm",
    "page on the six months of 制度信用",
    null,
    "https://kabu.dmm.com/support/faq/article/00285/",
  ),
  sbiTerm: text(
    "sbi",
    "help page on the six months of 制度信用",
    null,
    "http://search.sbisec.co.jp/v2/popwin/help/trade_stock_11_07.html",
  ),
  sbiOrders: text(
    "sbi",
    "page on 寄成, 寄指, 引成, 引指, 不成, IOC",
    null,
    "http://faq.sbisec.co.jp/faq_detail.html?id=45892",
  ),
  monexStops: text(
    "monex",
    "help page on stop orders",
    null,
    "https://info.monex.co.jp/help/stock/japan-trading/conditional/yorihike.html",
  ),
  interactiveBrokersOrders: text(
    "interactiveBrokers",
    "page on times in force",
    null,
    "https://www.interactivebrokers.com/php/whiteLabel/Making_Trades/Create_Order_Types/timeinforce.htm",
  ),
  monexShortSales: text(
    "monex",
    "page on the price test of short sales",
    null,
    "https://faq.monex.co.jp/faq/show/131?site_domain=default",
  ),
  rakutenWidening: text(
    "rakuten",
    "page on widened limits",
    "2020-07-31",
    "https://www.rakuten-sec.co.jp/web/info/info20200731-01.html",
  ),
  nikkoInterest: text(
    "nikko",
    "page on the days that bear interest",
    "2025-02-05",
    "https://qa.smbcnikko.co.jp/faq/show/2113",
  ),
  matsuiInterest: text(
    "matsui",
    "page on the days that bear interest",
    null,
    "https://support.matsui.co.jp/faq/show/689",
  ),
  matsuiDayTrades: text(
    "matsui",
    "page on the fee 任意決済手数料",
    null,
    "https://support.matsui.co.jp/faq/show/514",
  ),
  daiwaSameDay: text(
    "daiwa",
    "help page on 差金決済",
    null,
    "https://www.daiwa.jp/olt_help/etc/h_00h_ntc0301-01.html",
  ),
  monexSameDay: text(
    "monex",
    "help page on 差金決済",
    null,
    "https://info.monex.co.jp/help/stock/daytrading02.html",
  ),
  matsuiSameDay: text(
    "matsui",
    "help page on 差金決済",
    null,
    "https://support.matsui.co.jp/print/faq/1821?category_id=48&site_domain=faq",
  ),
  kabucomNewShares: text(
    "kabucom",
    "page on new shares",
    null,
    "https://kabu.com/sp/item/ipo_po/buying.html",
  ),
  sbiNewShares: text(
    "sbi",
    "help page on new shares",
    null,
    "https://search.sbisec.co.jp/v2/popwin/help/st_04_01.html",
  ),
  robinhoodNewShares: text(
    "robinhood",
    "page on requests for IPO shares",
    null,
    "https://robinhood.com/us/en/support/articles/how-to-request-ipo-shares",
  ),

  house: text("house", "this installation's published terms", null, null),
  houseSetting: text("house", "this installation's setting of the market hours", null, null),
  housePrices: text("house", "this installation's own price list", null, null),
  houseBlocks: text("house", "this installation's own rule (decision 0064)", null, null),
  generalKnowledge: text("generalKnowledge", "general knowledge", null, null),
} as const satisfies Record<string, Source>;

function text(
  publisher: PublisherKey,
  title: string,
  date: string | null,
  address: string | null,
): Source {
  return { publisher, title, date, address };
}
