import { isOfMyPage, tourCustomersRoutes } from "./customers-routes.ts";

tourCustomersRoutes("every route of a customer's own page", isOfMyPage);
