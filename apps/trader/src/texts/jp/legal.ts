export const legal = {
  title: "",
};
