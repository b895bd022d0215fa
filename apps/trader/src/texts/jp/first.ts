import { earlyRefusalTexts } from "@sanshi/contract/refusal-texts/early/jp";
import { alerts } from "./market/alerts.ts";
import { forgottenPassword } from "./people/forgotten-password.ts";
import { home } from "./people/home.ts";
import { language } from "./people/language.ts";
import { login } from "./people/login.ts";
import { market } from "./market/market.ts";
import { offerings } from "./products/offerings.ts";
import { password } from "./people/password.ts";
import { routes } from "./routes.ts";
import { security } from "./people/security.ts";
import { shell } from "./shell.ts";
import { stock } from "./market/stock.ts";

export { earlyRefusalTexts };

/** What the screens say that open with the app: before the sign-in, home, a stock and the list of new shares. */
export const texts = {
  alerts,
  forgottenPassword,
  home,
  language,
  login,
  market,
  offerings,
  password,
  routes,
  security,
  shell,
  stock,
};
