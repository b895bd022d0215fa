/** What few stocks' pages say: of a listing that ends, and of extended hours. */
export const stockNotes = {
  last_day: "最終売買日：{{day}}",
  ended_on: "上場廃止（最終売買日：{{day}}）",
  end_in_shares:
    "新株{{ratio}}旧株の比率で{{name}}（{{code}}）の株式に交換します。端数は現金で精算します。",
  end_at_close:
    "注文の有効期限は同日までです。同日の取引終了後に残る保有株・建玉は、その日の終値で清算します（手数料なし）。",
  end_at_price:
    "注文の有効期限は同日までです。同日の取引終了後に残る保有株・建玉は、公表価格で清算します（手数料なし）。",
  end_price: "清算価格：",
  end_document: "公表資料",
  extended_book: "買気配\u00A0{{bid}}\u2060（{{bids}}株）／売気配\u00A0{{ask}}\u2060（{{asks}}株）",
  extended_note: "立会時間の終値からの変動です。評価額・逆指値などは立会時間の価格によります。",
};
