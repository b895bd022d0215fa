import type { Texts } from "../../jp/index.ts";

export const documents: Texts["documents"] = {
  photo: "Photo",
  show: "Show the photos",
  looking_is_recorded: "Viewing is recorded, and the customer sees it.",
  show_whole: "Show in full",
  nearer: "Zoom in",
  farther: "Zoom out",
  turn: "Rotate",
  whole: "Fit",
};
