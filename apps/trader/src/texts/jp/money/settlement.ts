export const settlement = {
  title: "受渡前の売却代金",
  withdrawable: "出金・両替できる金額",
  settles: "{{date}}受渡",
  note: "売却代金は、受渡日から出金・両替できます。株式の買付にはすぐにお使いいただけます。",
};
