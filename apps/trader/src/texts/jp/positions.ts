export const positions = {
  title: "保有",
};
