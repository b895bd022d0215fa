import { isAboutAll, tourOperatorsScreens } from "./operators-screens.ts";

tourOperatorsScreens("every screen of what is no single customer's", isAboutAll);
