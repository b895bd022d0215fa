import type { MarketKey } from "@sanshi/money";
import type { SectorKey } from "./company.ts";

/** A part of a name, or what a company does: in Japanese, in Chinese, and in Latin letters. */
type Part = readonly [jp: string, cn: string, us: string];
type Names = { jp: string; cn: string; us: string };

/**
 * What names of companies are put together from. The words are coined: none of them names a company, and a test
 * holds that no name that they make is one of the demo content's.
 */
const stems: Record<MarketKey, readonly [heads: readonly Part[], tails: readonly Part[]]> = {
  jpy: [
    [
      ["霧", "雾", "Kiri"],
      ["茜", "茜", "Akane"],
      ["雪", "雪", "Yuki"],
      ["鶴", "鹤", "Tsuru"],
      ["藍", "蓝", "Ai"],
      ["楓", "枫", "Kaede"],
      ["翠", "翠", "Midori"],
      ["雁", "雁", "Kari"],
      ["椿", "椿", "Tsubaki"],
      ["鷺", "鹭", "Sagi"],
    ],
    [
      ["峰", "峰", "mine"],
      ["沢", "泽", "sawa"],
      ["浜", "滨", "hama"],
      ["森", "森", "mori"],
      ["瀬", "濑", "se"],
      ["坂", "坂", "saka"],
      ["倉", "仓", "kura"],
      ["岬", "岬", "misaki"],
      ["原", "原", "hara"],
    ],
  ],
  usd: [
    [
      ["エンバー", "恩伯", "Ember"],
      ["ハロー", "哈罗", "Harrow"],
      ["ケストレル", "凯斯特", "Kestrel"],
      ["ガーネット", "加内特", "Garnet"],
      ["ダンモア", "邓莫尔", "Dunmore"],
      ["ブライヤー", "布莱尔", "Briar"],
      ["オルダー", "奥尔德", "Alder"],
      ["タロウ", "塔洛", "Tallow"],
      ["ソレル", "索雷尔", "Sorrel"],
      ["クインス", "昆斯", "Quince"],
    ],
    [
      ["ゲート", "盖特", "gate"],
      ["ソープ", "索普", "thorpe"],
      ["ヘイブン", "黑文", "haven"],
      ["リッジ", "里奇", "ridge"],
      ["ミア", "米尔", "mere"],
      ["クーム", "库姆", "combe"],
      ["ブルック", "布鲁克", "brook"],
      ["フォード", "福德", "ford"],
      ["ホルム", "霍尔姆", "holm"],
    ],
  ],
  cny: [
    [
      ["瀾", "澜", "Lan"],
      ["曜", "曜", "Yao"],
      ["硯", "砚", "Yan"],
      ["琅", "琅", "Lang"],
      ["霽", "霁", "Ji"],
      ["穹", "穹", "Qiong"],
      ["汐", "汐", "Xi"],
      ["翎", "翎", "Ling"],
      ["筠", "筠", "Yun"],
      ["麓", "麓", "Lu"],
    ],
    [
      ["川", "川", "chuan"],
      ["舟", "舟", "zhou"],
      ["野", "野", "ye"],
      ["泉", "泉", "quan"],
      ["林", "林", "lin"],
      ["渓", "溪", "xi"],
      ["岳", "岳", "yue"],
      ["桐", "桐", "tong"],
      ["渚", "渚", "zhu"],
    ],
  ],
};

const trades: Record<SectorKey, Part> = {
  technology: ["システムズ", "软件", "Systems"],
  communication: ["コミュニケーションズ", "通信", "Communications"],
  consumer_discretionary: ["リビング", "家居", "Living"],
  consumer_staples: ["フーズ", "食品", "Foods"],
  health_care: ["メディカル", "医疗", "Medical"],
  financials: ["リース", "租赁", "Leasing"],
  industrials: ["精機", "精工", "Precision"],
  materials: ["マテリアル", "新材", "Materials"],
  energy: ["エナジー", "新能源", "Energy"],
  utilities: ["ガス", "燃气", "Gas"],
  real_estate: ["地所", "置业", "Estates"],
};

/** One after the other takes another stem; the same comes back after ninety, with whatever it does then. */
export function newcomerNames(market: MarketKey, number: number, sector: SectorKey): Names {
  const [heads, tails] = stems[market];
  const count = heads.length * tails.length;
  // Without a common factor with ninety, so that every stem has its turn.
  const place = (number * 37) % count;
  const head = heads[place % heads.length]!;
  const tail = tails[Math.floor(place / heads.length)]!;
  const [jp, cn, us] = trades[sector];
  const link = market === "usd" ? "・" : "";
  return {
    jp: `${head[0]}${tail[0]}${link}${jp}`,
    cn: `${head[1]}${tail[1]}${cn}`,
    us: `${head[2]}${tail[2]} ${us}`,
  };
}

/** Who sells its shares. */
export const newcomerSponsors: Record<MarketKey, readonly string[]> = {
  jpy: ["白帆台証券 (Shirahodai Securities)", "紺碧野証券 (Konpekino Securities)"],
  usd: ["Larkholm Mere Securities", "Dunhaven Capital Markets"],
  cny: ["砚溪证券 (Yanxi Securities)", "澜桐证券 (Lantong Securities)"],
};
