/**
 * Who a rule's text can come from. Exchanges, regulators, lawmakers and clearing houses say what holds; a broker says how
 * it understands it, which confirms nothing; the house's own rules are its own to say.
 */
export type PublisherKind =
  | "exchange"
  | "regulator"
  | "law"
  | "clearing_house"
  | "house"
  | "broker"
  | "general_knowledge";

export type Publisher = {
  readonly name: string;
  readonly kind: PublisherKind;
  /** Where its pages are; a source's address has one of its hosts. */
  readonly hosts: readonly string[];
};

/** The only publishers that a source can name. */
export const publishers = {
  jpx: of("Japan Exchange Group", "exchange", "www.jpx.co.jp jpx-gr.info"),
  sse: of("Shanghai Stock Exchange", "exchange", "www.sse.com.cn english.sse.com.cn"),
  szse: of("Shenzhen Stock Exchange", "exchange", "www.szse.cn docs.static.szse.cn"),
  bse: of("Beijing Stock Exchange", "exchange", "www.bse.cn"),
  nyse: of("New York Stock Exchange", "exchange", "www.nyse.com nyseguide.srorules.com"),
  nasdaq: of("Nasdaq", "exchange", "www.nasdaqtrader.com listingcenter.nasdaq.com"),
  luld: of("Limit Up-Limit Down Plan", "exchange", "www.luldplan.com"),
  cta: of("CTA Plan", "exchange", "www.ctaplan.com"),
  jsda: of("Japan Securities Dealers Association", "regulator", "www.jsda.or.jp"),
  npa: of("National Police Agency of Japan", "regulator", "www.npa.go.jp"),
  csrc: of("China Securities Regulatory Commission", "regulator", "www.csrc.gov.cn"),
  finra: of("FINRA", "regulator", "www.finra.org"),
  sec: of("US Securities and Exchange Commission", "regulator", "www.sec.gov"),
  federalReserve: of("Federal Reserve Board", "regulator", "www.federalreserve.gov"),
  pbc: of("People's Bank of China", "regulator", "www.pbc.gov.cn"),
  federalRegister: of("Federal Register", "law", "www.govinfo.gov www.ecfr.gov"),
  japaneseLaw: of("Laws of Japan", "law", "laws.e-gov.go.jp"),
  newYorkLaw: of("Laws of New York", "law", "www.nysenate.gov"),
  stateCouncil: of("State Council of China", "law", "www.gov.cn"),
  chineseFinance: of("Ministry of Finance of China", "law", "www.mof.gov.cn"),
  chineseTax: of("State Taxation Administration of China", "law", "fgk.chinatax.gov.cn"),
  chineseCourt: of("Supreme People's Court of China", "law", "www.court.gov.cn"),
  chinaClear: of("China Securities Depository and Clearing", "clearing_house", "www.chinaclear.cn"),
  taisyaku: of("Japan Securities Finance", "clearing_house", "www.taisyaku.jp"),
  dmm: of("DMM.com Securities", "broker", "kabu.dmm.com"),
  interactiveBrokers: of("Interactive Brokers", "broker", "www.interactivebrokers.com"),
  kabucom: of("Mitsubishi UFJ eSmart Securities", "broker", "kabu.com"),
  daiwa: of("Daiwa Securities", "broker", "www.daiwa.jp"),
  matsui: of("Matsui Securities", "broker", "support.matsui.co.jp"),
  monex: of("Monex", "broker", "faq.monex.co.jp info.monex.co.jp"),
  nikko: of("SMBC Nikko Securities", "broker", "qa.smbcnikko.co.jp"),
  rakuten: of("Rakuten Securities", "broker", "www.rakuten-sec.co.jp"),
  robinhood: of("Robinhood", "broker", "robinhood.com"),
  sbi: of("SBI Securities", "broker", "faq.sbisec.co.jp search.sbisec.co.jp"),
  house: of("this installation", "house", ""),
  generalKnowledge: of("general knowledge", "general_knowledge", ""),
} as const satisfies Record<string, Publisher>;

export type PublisherKey = keyof typeof publishers;

const officialKinds: readonly PublisherKind[] = [
  "exchange",
  "regulator",
  "law",
  "clearing_house",
  "house",
];

/** Whether a publisher's text says what holds. */
export function isOfficial(publisher: PublisherKey): boolean {
  return officialKinds.includes(publishers[publisher].kind);
}

function of(name: string, kind: PublisherKind, hosts: string): Publisher {
  return { name, kind, hosts: hosts.split(" ").filter((host) => host !== "") };
}
