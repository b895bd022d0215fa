import { isAboutAll, tourOperatorsScreens } from "./operators-screens.ts";

tourOperatorsScreens("every screen of customers and their cases", (place) => !isAboutAll(place));
