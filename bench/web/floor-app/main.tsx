import { StrictMode, useState } from "react";
import { createRoot } from "react-dom/client";
import { HashRouter, Navigate, Route, Routes } from "react-router";

/** The least that a React app with a router can be: what our own first load is compared with. */
function Login() {
  const [account, setAccount] = useState("");
  return (
    <form>
      <h1>Log in</h1>
      <label>
        Account
        <input
          name="account"
          value={account}
          onChange={(event) => setAccount(event.target.value)}
        />
      </label>
      <label>
        Password
        <input name="password" type="password" />
      </label>
      <button disabled={account === ""}>Log in</button>
    </form>
  );
}

createRoot(document.querySelector("#root") as HTMLElement).render(
  <StrictMode>
    <HashRouter>
      <Routes>
        <Route path="/login" element={<Login />} />
        <Route path="*" element={<Navigate to="/login" />} />
      </Routes>
    </HashRouter>
  </StrictMode>,
);
