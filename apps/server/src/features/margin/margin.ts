export {
  accrueBeforeAdding,
  interestDue,
  interestNow,
  type InterestBearing,
} from "./interest.rules.ts";
