export const market = {
  title: "マーケット",
};
