/**
 * Styles that every first screen needs. Imported by the entry, they travel inside the page
 * (`build/early-script.ts`): one request less, and nothing is painted without its style.
 */
import "@sanshi/ui/tokens.css";
import "./base.css";
import "@sanshi/ui/first-styles";
import "../shared/screen.module.css";
import "../features/people/login/login-after.module.css";
import "../features/people/login/login.module.css";
import "../features/people/password/password.module.css";
