export const myPage = {
  title: "マイページ",
};
