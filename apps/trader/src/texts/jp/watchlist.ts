export const watchlist = {
  title: "お気に入り",
};
