import { defineOperatorCall } from "../operator-call.ts";
import { done, encodedFields, nothing, recordId, typedText } from "../wire.ts";
import {
  deskLists,
  hiddenColumnsMax,
  viewNameLengthMax,
  viewSearchLengthMax,
} from "./constants.ts";
import { z } from "zod";

const list = z.enum(deskLists);

/** The filters of a list as the address of its screen has them: `state=all&sort=newest`. */
const search = encodedFields(viewSearchLengthMax);

const columnKey = z.string().regex(/^[A-Za-z][\w.-]{0,39}$/);

const savedView = z.object({ id: recordId, list, name: z.string(), search: z.string() });

/** How an operator has their own lists. Nobody else sees or changes it. */
export const ownListCalls = {
  "/api/ops/me/lists": defineOperatorCall({
    summary: "One's own saved views and the columns that one left out, of every list",
    method: "GET",
    input: nothing,
    output: z.object({
      views: z.array(savedView),
      hidden: z.array(z.object({ list, columns: z.array(z.string()) })),
    }),
    refusals: [],
  }),
  "/api/ops/me/lists/view": defineOperatorCall({
    summary: "Keeps the filters of a list under a name; a name that one has already has these now",
    input: z.strictObject({
      list,
      name: typedText(viewNameLengthMax),
      search,
      /** A view of one's own that goes when this one is kept: it has another name now. */
      replaces: recordId.optional(),
    }),
    output: savedView,
    refusals: ["view_name_missing", "view_not_found", "views_too_many"],
  }),
  "/api/ops/me/lists/view/remove": defineOperatorCall({
    summary: "Removes a saved view of one's own",
    input: z.strictObject({ id: recordId }),
    output: done,
    refusals: ["view_not_found"],
  }),
  "/api/ops/me/lists/columns": defineOperatorCall({
    summary: "Leaves columns out of a list; none shows all of them again",
    input: z.strictObject({ list, hidden: z.array(columnKey).max(hiddenColumnsMax) }),
    output: done,
    refusals: [],
  }),
};
