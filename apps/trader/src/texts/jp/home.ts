export const home = {
  title: "ホーム",
};
