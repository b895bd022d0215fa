import { createTheme } from "@sanshi/web/theme";
import { readStored, writeStored } from "./stored.ts";

export const { chosenTheme, chooseTheme, followSystemTheme } = createTheme({
  readStored,
  writeStored,
});
