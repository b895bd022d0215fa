/** The texts that rules rest on, by their publisher: number, day and address. */
export const sources = {
  sse2026:
    "SSE Trading Rules (2026), 上证发〔2026〕41号 of 2026-04-24: https://www.sse.com.cn/lawandrules/sselawsrules2025/stocks/exchange/c/c_20260424_10816482.shtml",
  sseNote2026:
    "SSE on its rules of 2026-07-06: https://www.sse.com.cn/aboutus/mediacenter/hotandd/c/c_20260424_10816474.shtml",
  szse2026:
    "SZSE Trading Rules (2026), 深证上〔2026〕551号: https://www.szse.cn/lawrules/rule/trade/current/t20260424_620190.html",
  bse2026:
    "BSE Trading Rules, 北证公告〔2026〕17号 of 2026-04-24: https://www.bse.cn/jygl_list/200028217.html",
  bseRiskWarning2026:
    "北证公告〔2026〕34号 of 2026-08-21: https://www.bse.cn/jygl_list/200029142.html",
  bse2021: "BSE Trading Rules of 2021-11-15: https://www.bse.cn/jygl_list/200010919.html",
  star2019:
    "SSE special rules for STAR, 2019: https://www.sse.com.cn/lawandrules/sselawsrules2025/repeal/rules/c/10785118/files/8c544552dc7e4c83a863440179f0b9de.pdf",
  chinext2020:
    "深证上〔2020〕515号: https://www.szse.cn/disclosure/notice/general/t20200612_578381.html",
  sse2023:
    "SSE Trading Rules (2023): https://www.sse.com.cn/lawandrules/sselawsrules2025/repeal/rules/c/c_20250612_10824490.shtml",
  szseFirstListings2023:
    "SZSE on the first listings of 2023-04-10: https://www.szse.cn/aboutus/trends/news/t20230404_599697.html",
  szse2006:
    "SZSE Trading Rules (2006): https://www.szse.cn/disclosure/notice/general/t20060515_499577.html",
  listingDays2014:
    "上证发〔2014〕37号 of 2014-06-13: https://www.sse.com.cn/lawandrules/sselawsrules2025/repeal/rules/c/c_20140613_10785185.shtml",
  specialTreatment1998: "https://www.szse.cn/aboutus/sse/events/t20070328_497832.html",
  mainlandFees2023:
    "上证发〔2023〕137号: https://www.sse.com.cn/lawandrules/sselawsrules2025/charge/c/c_20250610_10781461.shtml and 深证上〔2023〕768号: https://www.szse.cn/disclosure/notice/t20230818_602805.html",
  beijingFee2023: "CSRC of 2023-08-18: https://www.csrc.gov.cn/csrc/c100028/c7426794/content.shtml",
  chinaClear: "ChinaClear's fee tables: https://www.chinaclear.cn/zdjs/fbzyls/",
  stampDuty2023:
    "MoF and STA notice 39 of 2023: https://fgk.chinatax.gov.cn/zcfgk/c102416/c5211343/content.html",
  stampDuty2008:
    "MoF of 2008-09-19: https://www.mof.gov.cn/zhengwuxinxi/caizhengxinwen/200809/t20080919_76432.htm",
  mainlandMargin2026:
    "上证发〔2026〕5号: https://www.sse.com.cn/lawandrules/sselawsrules2025/trade/specific/margin/c/c_20260114_10805174.shtml",
  mainlandMargin2023: "上证发〔2023〕140号 of 2023-08-27",
  shortMargin2024:
    "上证发〔2024〕98号: https://www.sse.com.cn/lawandrules/sselawsrules2025/trade/specific/margin/c/c_20250616_10782021.shtml",
  securitiesLending2024:
    "CSRC of 2024-07-10: https://www.csrc.gov.cn/csrc/c100028/c7493852/content.shtml",
  tseTicks: "https://www.jpx.co.jp/equities/trading/domestic/07.html (2026-08-06)",
  tseTicks2014: "https://www.jpx.co.jp/news/1030/20191010-01.html",
  tseTicks2027:
    "ticks by each stock's spread-to-tick ratio from 2027-03-01, its lists not published: https://www.jpx.co.jp/equities/trading/strengthening/ (2026-08-06)",
  tseLimits: "https://www.jpx.co.jp/equities/trading/domestic/06.html",
  tseShortSales: "https://www.jpx.co.jp/equities/trading/regulations/02.html",
  luld: "Limit Up-Limit Down plan: https://www.luldplan.com , SEC release 34-67091 (77 FR 33498)",
  luld2020:
    "SEC release 34-85623 (84 FR 16086): https://www.sec.gov/files/rules/sro/nms/2019/34-85623.pdf",
  tickRule:
    "17 CFR 242.612; its half-cent tick waits by SEC release 34-105656 of 2026-06-11 until 2027-11-01: https://www.sec.gov/files/rules/exorders/2026/34-105656.pdf",
  section31: "https://www.sec.gov/rules-regulations/fee-rate-advisories",
  tradingActivityFee2024:
    "SR-FINRA-2024-019: https://www.govinfo.gov/app/details/FR-2024-11-27/2024-27764",
  tradingActivityFeeHoliday:
    "SR-FINRA-2026-021, SEC release 34-106409 (91 FR 60435): https://www.sec.gov/files/rules/sro/finra/2026/34-106409.pdf",
} as const;
