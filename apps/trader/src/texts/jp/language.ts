export const language = {
  title: "",
};
