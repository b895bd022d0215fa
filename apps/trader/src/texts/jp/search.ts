export const search = {
  title: "銘柄検索",
};
