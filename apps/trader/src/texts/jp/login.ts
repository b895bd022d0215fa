export const login = {
  title: "",
};
