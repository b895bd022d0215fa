import { useEffect } from "react";
import { HashRouter, Navigate, Route, Routes } from "react-router";
import { SignInScreen } from "../features/office/sign-in/sign-in-screen.tsx";
import { SetUpScreen } from "../features/office/security/set-up-screen.tsx";
import { useSession } from "../shared/session.ts";
import { refreshSession } from "../shared/signing.ts";
import { Frame } from "./frame.tsx";
import { NotFound } from "./not-found.tsx";
import { routes } from "./paths.ts";
import { screens } from "./routes.tsx";
import { StartFailed } from "./start-failed.tsx";

/** The sign-in stands in place of whatever was opened, and the address stays: it goes on from there. */
export function App() {
  const session = useSession((state) => state.session);
  useEffect(() => {
    if (session.state === "unknown") void refreshSession();
  }, [session]);
  if (session.state === "unknown") return null;
  if (session.state === "failed") return <StartFailed onRetry={refreshSession} />;
  if (session.state === "signed-out") return <SignInScreen />;
  const { me } = session;
  if (me.password_change_required || me.second_factor_required) return <SetUpScreen />;
  return (
    <HashRouter>
      <Routes>
        <Route element={<Frame />}>
          <Route index element={<Navigate to={routes.proposals} replace />} />
          {screens.map(({ pattern, Screen }) => (
            <Route key={pattern} path={pattern} element={<Screen />} />
          ))}
          <Route path="*" element={<NotFound />} />
        </Route>
      </Routes>
    </HashRouter>
  );
}
