declare module "zengin-code" {
  type Listed = { code: string; name: string; kana: string; hira: string; roma: string };
  const banks: Readonly<Record<string, Listed & { branches: Readonly<Record<string, Listed>> }>>;
  export default banks;
}
