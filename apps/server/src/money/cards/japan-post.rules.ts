import type { CardType, RefusalCode } from "@sanshi/contract";

export const japanPostBank = "9900";

type Account = { branchCode: string; cardNumber: string; cardType: CardType };

/**
 * Japan Post Bank's 記号 and 番号 as the branch and number that other banks pay to, by the bank's own 振込用の店名・口座番号:
 * a 記号 beginning with 1 (savings) has the branch of its second and third digit and 8, and the 番号 without its last 1 is
 * the number; one beginning with 0 (transfer accounts, which are current ones) has 9, and the 番号 as it is. Both numbers
 * are filled with zeros to seven. The fourth digit of a 記号 is a check digit whose rule the bank does not publish.
 */
export function readJapanPost(
  symbol: string,
  number: string,
  cardType: CardType,
): Account | RefusalCode {
  if (!/^[01]\d{4}$/.test(symbol)) return "post_symbol_malformed";
  const [isSavings, place] = [symbol.startsWith("1"), symbol.slice(1, 3)];
  if (!(isSavings ? /^\d{1,7}1$/ : /^\d{1,6}$/).test(number)) return "post_number_malformed";
  return isSavings
    ? {
        branchCode: `${place}8`,
        cardNumber: number.slice(0, -1).padStart(7, "0"),
        cardType: cardType === "savings" ? "savings" : "ordinary",
      }
    : { branchCode: `${place}9`, cardNumber: number.padStart(7, "0"), cardType: "current" };
}
