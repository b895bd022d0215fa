export const stock = {
  title: "銘柄詳細",
};
