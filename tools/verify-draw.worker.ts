import { parentPort } from "node:worker_threads";
import { checkDelayPart, type DelayPart } from "@sanshi/draw/delay-part";

parentPort?.on("message", (part: DelayPart) => parentPort?.postMessage(checkDelayPart(part)));
