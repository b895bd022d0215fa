import { checkDelayPart, type DelayPart } from "@sanshi/draw/delay-part";

self.addEventListener("message", ({ data }: MessageEvent<DelayPart>) =>
  self.postMessage(checkDelayPart(data)),
);
