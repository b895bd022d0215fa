export const password = {
  title: "",
};
