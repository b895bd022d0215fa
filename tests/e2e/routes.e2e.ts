import { isOfMyPage, tourCustomersRoutes } from "./customers-routes.ts";

tourCustomersRoutes("every route beside a customer's own page", (route) => !isOfMyPage(route));
