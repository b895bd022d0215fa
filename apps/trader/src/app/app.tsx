import { Suspense, useEffect, useLayoutEffect, useRef, type ReactNode } from "react";
import {
  HashRouter,
  Navigate,
  Outlet,
  Route,
  Routes,
  useLocation,
  useNavigate,
} from "react-router";
import { arePricesForeseeable, isSimulated, useClockMove } from "../shared/config.ts";
import { setNavigate, signInPlace } from "../shared/places.ts";
import { useSession } from "../shared/session.ts";
import { useText } from "../shared/text.ts";
import { useServerNow } from "../shared/times.ts";
import { showDateTime } from "@sanshi/web/times";
import { NotFound } from "./not-found.tsx";
import { placeOfClick } from "./link-clicks.ts";
import { paths } from "./paths.ts";
import { guardedRoutes, openScreens, signedIn, signedInScreen } from "./routes.tsx";
import { ScreenGuard } from "./screen-guard.tsx";
import { useScrollMemory } from "./scroll-memory.ts";

const SignedIn = signedIn.Part;
const SignedInScreen = signedInScreen.Part;

export function App() {
  return (
    <HashRouter>
      <LinkRouting />
      <SimulatedMark />
      <Routes>
        <Route path={paths.root} element={<Navigate to={paths.loginStart} replace />} />
        <Route element={<Open />}>
          {openScreens.map(({ route, Part }) => (
            <Route key={route} path={route} element={<Part />} />
          ))}
          <Route path="*" element={<NotFound />} />
        </Route>
        <Route element={<Guarded />}>
          {guardedRoutes.map((route) => (
            <Route key={route} path={route} element={<SignedInScreen route={route} />} />
          ))}
        </Route>
      </Routes>
    </HashRouter>
  );
}

/**
 * Plain links (`#/home/home`) go through the router, so that it knows its own history: the way
 * back, and where each screen was scrolled to.
 */
function LinkRouting() {
  const navigate = useNavigate();
  useEffect(() => {
    setNavigate(navigate);
    const follow = (event: MouseEvent) => {
      const place = placeOfClick(event);
      if (place === null) return;
      event.preventDefault();
      // The link of the place where one is leads to its top, and is no step of the way back.
      void navigate(place, { replace: `#${place}` === window.location.hash });
    };
    document.addEventListener("click", follow);
    return () => {
      setNavigate(null);
      document.removeEventListener("click", follow);
    };
  }, [navigate]);
  return null;
}

function Open() {
  const signedIn = useSession((session) => session.token !== "");
  const { pathname } = useLocation();
  if (signedIn && pathname === paths.loginStart) return <Navigate to={paths.home} replace />;
  return (
    <Entering>
      <Outlet />
    </Entering>
  );
}

/** Without a token to the sign-in screen, and back from there to where the person wanted to go. */
function Guarded() {
  const signedIn = useSession((session) => session.token !== "");
  const { pathname, search } = useLocation();
  if (!signedIn) return <Navigate to={signInPlace(pathname + search)} replace />;
  return (
    <SignedIn>
      <Entering>
        <Outlet />
      </Entering>
    </SignedIn>
  );
}

/** Every route fades in, starts where it was left, and fails on its own. */
function Entering({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  useShellsEnd(pathname);
  useScrollMemory();
  return (
    <div key={pathname} className="entering">
      <ScreenGuard>
        <Suspense fallback={<div className="waiting" aria-busy="true" />}>{children}</Suspense>
      </ScreenGuard>
    </div>
  );
}

let begunAt: string | null = null;

/**
 * The first screen takes the place of the page's own shapes (`early/early.js`) at once: a fade would show it a
 * fifth of a second later. Whatever is opened after it fades in.
 */
function useShellsEnd(pathname: string): void {
  useLayoutEffect(() => {
    begunAt ??= pathname;
    if (begunAt !== pathname) delete document.documentElement.dataset["shell"];
  }, [pathname]);
}

/** Operators are about to move the clock that all deadlines go by. */
function ClockMove() {
  const t = useText("shell");
  const to = useClockMove();
  const isAhead = useServerNow(1_000, to !== "") < Date.parse(to);
  return isAhead && <span role="status">{t("clock_moves", { to: showDateTime(to) })}</span>;
}

/** Says on every screen that no real money moves. Headers stick below it, however tall its text is. */
function SimulatedMark() {
  const t = useText("shell");
  const mark = useRef<HTMLElement>(null);
  useEffect(() => {
    if (mark.current === null) return;
    const observer = new ResizeObserver(([entry]) => {
      const height = entry?.borderBoxSize[0]?.blockSize ?? 0;
      document.documentElement.style.setProperty("--simulated-height", `${height}px`);
    });
    observer.observe(mark.current);
    return () => observer.disconnect();
  }, []);
  if (!isSimulated()) return null;
  return (
    <aside ref={mark} className="simulated">
      {t(arePricesForeseeable() ? "simulated_foreseeable" : "simulated")}
      <ClockMove />
    </aside>
  );
}
