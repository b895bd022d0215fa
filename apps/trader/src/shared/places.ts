/** The hash route that is open, with its query: `/quotes/info?type=jpy&code=7203`. */
export function currentPlace(): string {
  const place = window.location.hash.slice(1);
  return place === "" ? "/" : place;
}

type Navigate = (place: string, options?: { replace?: boolean }) => unknown;

let navigate: Navigate | null = null;

/** The router's own way, from when it is there: it then knows its history. */
export function setNavigate(way: Navigate | null): void {
  navigate = way;
}

/** Goes somewhere from outside React. */
export function goTo(place: string): void {
  if (navigate === null) window.location.hash = place;
  else navigate(place);
}

/** The same without leaving the present place in the history. */
export function replacePlace(place: string): void {
  if (navigate === null) window.location.replace(`#${place}`);
  else navigate(place, { replace: true });
}

/** The sign-in screen that leads back to `place` afterwards. */
export function signInPlace(place: string): string {
  const from = returnPlace(place);
  return from === null ? "/login/login" : `/login/login?from=${encodeURIComponent(from)}`;
}

/** A place worth coming back to: inside the app, and not itself a sign-in screen. */
export function returnPlace(place: string | null): string | null {
  if (place === null || !/^\/[a-z]/i.test(place) || place.startsWith("/login/")) return null;
  return place;
}
