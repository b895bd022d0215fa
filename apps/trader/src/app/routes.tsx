import { loadedLater, type LaterScreen, type LoadScreen } from "./screen-loading.tsx";
import { isOpen, routes, type OpenRoute, type Route } from "./paths.ts";

/** What every screen behind the sign-in has around it: nothing that a sign-in screen would have to load. */
export const signedIn = loadedLater(() => import("./signed-in.tsx"));
const loadSignedIn = () => import("./signed-in-screens.tsx");
/** Any of the screens behind the sign-in, whose table travels with what is around them. */
export const signedInScreen = loadedLater(loadSignedIn);

/** Which screen stands at a route that is open to anybody. Each is loaded when it is opened. */
const loads: Record<OpenRoute, LoadScreen> = {
  [routes.loginStart]: () => import("../features/people/login/start-screen.tsx"),
  [routes.lookAround]: () => import("../features/people/login/welcome/look-screen.tsx"),
  [routes.loginLogon]: () => import("../features/people/login/logon-screen.tsx"),
  [routes.loginRegister]: () => import("../features/people/login/register-screen.tsx"),
  [routes.login]: () => import("../features/people/login/login-screen.tsx"),
  [routes.loginForgotten]: () => import("../features/people/login/forgotten-screen.tsx"),
  [routes.loginLostFactors]: () => import("../features/people/login/lost-factors-screen.tsx"),
  [routes.loginAfter]: () => import("../features/people/login/login-after-screen.tsx"),
  [routes.about]: () => import("../features/people/legal/about-screen.tsx"),
  [routes.privacy]: () => import("../features/people/legal/privacy-screen.tsx"),
  [routes.protocol]: () => import("../features/people/legal/protocol-screen.tsx"),
  [routes.rules]: () => import("../features/market/rules/rules-screen.tsx"),
  [routes.language]: () => import("../features/people/language/language-screen.tsx"),
  [routes.changeLang]: () => import("../features/people/language/change-language-screen.tsx"),
  [routes.service]: () => import("../features/people/service/service-screen.tsx"),
  [routes.serviceInfo]: () => import("../features/people/service/help-article-screen.tsx"),
};

/** The open routes with their screens, in the order of the table. */
export const openScreens: readonly (LaterScreen & { route: OpenRoute })[] = Object.entries(
  loads,
).map(([route, load]) => ({ route: route as OpenRoute, ...loadedLater(load) }));

/** All others. */
export const guardedRoutes: readonly Route[] = Object.values(routes).filter(
  (route) => route !== routes.root && !isOpen(route),
);

/** Fetches what a place opens with, code and first figures, so that the app can begin with it. */
export async function preloadPlace(place: string, isSignedIn: boolean): Promise<void> {
  const route = routeOfPlace(place.replace(/\?.*$/, ""), isSignedIn);
  const open = openScreens.find((screen) => screen.route === route);
  if (open !== undefined) return open.preload();
  if (!isSignedIn) return;
  const [{ preloadScreen, takeEarlyAnswers }] = await Promise.all([
    loadSignedIn(),
    signedIn.preload(),
    signedInScreen.preload(),
  ]);
  await Promise.all([preloadScreen(route), takeEarlyAnswers()]);
}

/** Where the app's own redirects lead. */
function routeOfPlace(route: string, isSignedIn: boolean): string {
  const isStart = route === routes.root || route === routes.loginStart;
  if (isStart) return isSignedIn ? routes.home : routes.loginStart;
  return isSignedIn || isOpen(route) ? route : routes.login;
}
