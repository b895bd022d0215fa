/** The hash route that is open, with its query: `/quotes/info?type=jpy&code=7203`. */
export function currentPlace(): string {
  const place = window.location.hash.slice(1);
  return place === "" ? "/" : place;
}

/** Goes somewhere from outside React. The router hears the hash change. */
export function goTo(place: string): void {
  window.location.hash = place;
}

/** The same without leaving the present place in the history. */
export function replacePlace(place: string): void {
  window.location.replace(`#${place}`);
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
