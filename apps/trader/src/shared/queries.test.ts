import { QueryObserver } from "@tanstack/react-query";
import { expect, it } from "vitest";
import { callKey, queryClient, refresh } from "./queries.ts";

const path = "/user/getUserinfo";

/** A screen that shows the call, whose answers are given by hand. */
function shownCall() {
  const answers: ((text: string) => void)[] = [];
  const observer = new QueryObserver<string>(queryClient, {
    queryKey: callKey(path, {}),
    queryFn: () => new Promise<string>((resolve) => void answers.push(resolve)),
  });
  const leave = observer.subscribe(() => undefined);
  return { answers, data: () => observer.getCurrentResult().data, leave };
}

it("reads anew what changed while it was read for the first time", async () => {
  const { answers, data, leave } = shownCall();
  const refreshed = refresh(path);
  expect(answers).toHaveLength(1);
  answers[0]?.("before");
  await expect.poll(() => answers.length).toBe(2);
  expect(data()).toBe("before");
  answers[1]?.("after");
  await refreshed;
  expect(data()).toBe("after");
  leave();
  queryClient.clear();
});

it("lets a first reading end, however often the call is refreshed meanwhile", async () => {
  const { answers, data, leave } = shownCall();
  const refreshed = Promise.all([refresh(path), refresh(path), refresh(path)]);
  expect(answers).toHaveLength(1);
  answers[0]?.("first");
  await expect.poll(data).toBe("first");
  await expect.poll(() => answers.length).toBeGreaterThan(1);
  answers.forEach((answer) => answer("last"));
  await refreshed;
  expect(data()).toBe("last");
  leave();
  queryClient.clear();
});
