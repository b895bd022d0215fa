/** Chinese and English names of a bank that has its own; of the others the list's Japanese name is shown. */
export type TranslatedNames = { cn: string; us: string };

/**
 * The larger banks by their four-digit code. Source: the banks' own English names as generally known; the Chinese
 * names of smaller banks are their characters in simplified form.
 */
const lines = `
0001|瑞穗银行|Mizuho Bank
0005|三菱日联银行|MUFG Bank
0009|三井住友银行|Sumitomo Mitsui Banking Corporation
0010|理索纳银行|Resona Bank
0017|埼玉理索纳银行|Saitama Resona Bank
0033|PayPay银行|PayPay Bank
0034|Seven银行|Seven Bank
0035|索尼银行|Sony Bank
0036|乐天银行|Rakuten Bank
0038|DOCOMO SMTB网络银行|DOCOMO SMTB Net Bank
0039|au Jibun银行|au Jibun Bank
0040|永旺银行|AEON Bank
0041|大和Next银行|Daiwa Next Bank
0042|罗森银行|Lawson Bank
0043|Minna银行|Minna Bank
0116|北海道银行|The Hokkaido Bank
0125|七十七银行|The 77 Bank
0126|东邦银行|The Toho Bank
0128|群马银行|The Gunma Bank
0129|足利银行|The Ashikaga Bank
0130|常阳银行|The Joyo Bank
0133|武藏野银行|The Musashino Bank
0134|千叶银行|The Chiba Bank
0137|Kiraboshi银行|Kiraboshi Bank
0138|横滨银行|The Bank of Yokohama
0140|第四北越银行|Daishi Hokuetsu Bank
0144|北陆银行|The Hokuriku Bank
0149|静冈银行|The Shizuoka Bank
0150|骏河银行|Suruga Bank
0153|十六银行|The Juroku Bank
0155|百五银行|The Hyakugo Bank
0157|滋贺银行|The Shiga Bank
0158|京都银行|The Bank of Kyoto
0159|关西未来银行|Kansai Mirai Bank
0161|池田泉州银行|The Senshu Ikeda Bank
0162|南都银行|The Nanto Bank
0167|山阴合同银行|The San-in Godo Bank
0168|中国银行（冈山）|The Chugoku Bank
0169|广岛银行|The Hiroshima Bank
0170|山口银行|The Yamaguchi Bank
0174|伊予银行|The Iyo Bank
0177|福冈银行|The Bank of Fukuoka
0182|肥后银行|The Higo Bank
0185|鹿儿岛银行|The Kagoshima Bank
0187|琉球银行|Bank of The Ryukyus
0188|冲绳银行|The Bank of Okinawa
0190|西日本城市银行|The Nishi-Nippon City Bank
0288|三菱日联信托银行|Mitsubishi UFJ Trust and Banking
0289|瑞穗信托银行|Mizuho Trust & Banking
0294|三井住友信托银行|Sumitomo Mitsui Trust Bank
0397|SBI新生银行|SBI Shinsei Bank
0398|青空银行|Aozora Bank
0501|北洋银行|North Pacific Bank
0543|名古屋银行|The Bank of Nagoya
9900|日本邮储银行|Japan Post Bank
`;

export const translatedBankNames: ReadonlyMap<string, TranslatedNames> = new Map(
  lines
    .trim()
    .split("\n")
    .map((line) => {
      const [code = "", cn = "", us = ""] = line.split("|");
      return [code, { cn, us }];
    }),
);
