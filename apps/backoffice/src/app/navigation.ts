import type { Permission } from "@sanshi/contract/permissions";
import type { IconName } from "@sanshi/ui";
import type { TextKey } from "../shared/text.ts";
import { routes } from "./paths.ts";

export type Place = {
  /** Also the key of its name in the texts. */
  name: TextKey<"places">;
  route: string;
  icon: IconName;
  /** After `g`, where it is opened from anywhere. */
  key: string;
  /** What a role must have to see anything there; it is said where one has it not. */
  permission: Permission;
  /** Only where no real money moves is it there at all. */
  simulatedOnly?: boolean;
};

type PlaceGroup = { name: TextKey<"places">; places: readonly Place[] };

/** The left-hand navigation: a screen that is not here is not there. */
export const navigation: readonly PlaceGroup[] = [
  {
    name: "group_work",
    places: [
      {
        name: "dashboard",
        route: routes.dashboard,
        icon: "chart",
        key: "0",
        permission: "view_books",
      },
      {
        name: "proposals",
        route: routes.proposals,
        icon: "check",
        key: "p",
        permission: "view_reviews",
      },
      {
        name: "verifications",
        route: routes.verifications,
        icon: "shield",
        key: "v",
        permission: "view_reviews",
      },
      {
        name: "deposits",
        route: routes.deposits,
        icon: "deposit",
        key: "d",
        permission: "view_reviews",
      },
      {
        name: "deposit_channels",
        route: routes.depositChannels,
        icon: "card",
        key: "l",
        permission: "view_site",
      },
      {
        name: "withdrawals",
        route: routes.withdrawals,
        icon: "withdraw",
        key: "w",
        permission: "view_reviews",
      },
      {
        name: "loans",
        route: routes.loans,
        icon: "loan",
        key: "n",
        permission: "view_reviews",
      },
      {
        name: "customers",
        route: routes.customers,
        icon: "person",
        key: "c",
        permission: "view_customers",
      },
      {
        name: "conversations",
        route: routes.conversations,
        icon: "headset",
        key: "q",
        permission: "view_customers",
      },
      {
        name: "customer_states",
        route: routes.customerStates,
        icon: "lock",
        key: "r",
        permission: "view_reviews",
      },
      {
        name: "login_password_resets",
        route: routes.loginResets,
        icon: "key",
        key: "u",
        permission: "view_reviews",
      },
      {
        name: "factor_resets",
        route: routes.factorResets,
        icon: "shield",
        key: "2",
        permission: "view_reviews",
      },
    ],
  },
  {
    name: "group_money",
    places: [
      {
        name: "journals",
        route: routes.journals,
        icon: "exchange",
        key: "j",
        permission: "view_reviews",
      },
      { name: "books", route: routes.books, icon: "table", key: "b", permission: "view_books" },
      {
        name: "loan_report",
        route: routes.loanReport,
        icon: "loan",
        key: "z",
        permission: "view_books",
      },
      {
        name: "intraday",
        route: routes.intraday,
        icon: "chart",
        key: "5",
        permission: "view_books",
      },
      {
        name: "stock_lending",
        route: routes.stockLending,
        icon: "chart",
        key: "3",
        permission: "view_books",
      },
    ],
  },
  {
    name: "group_site",
    places: [
      {
        name: "announcements",
        route: routes.announcements,
        icon: "bell",
        key: "m",
        permission: "view_site",
      },
      {
        name: "templates",
        route: routes.templates,
        icon: "document",
        key: "8",
        permission: "view_site",
      },
      {
        name: "news",
        route: routes.news,
        icon: "news",
        key: "e",
        permission: "view_site",
      },
      {
        name: "instruments",
        route: routes.instruments,
        icon: "chart",
        key: "k",
        permission: "view_site",
      },
      {
        name: "offerings",
        route: routes.offerings,
        icon: "ticket",
        key: "y",
        permission: "view_site",
      },
      {
        name: "block_offers",
        route: routes.blockOffers,
        icon: "ticket",
        key: "g",
        permission: "view_site",
      },
      {
        name: "copy_products",
        route: routes.copyProducts,
        icon: "chart",
        key: "1",
        permission: "view_site",
      },
      {
        name: "fees",
        route: routes.fees,
        icon: "document",
        key: "f",
        permission: "view_site",
      },
      {
        name: "calendars",
        route: routes.calendars,
        icon: "day",
        key: "6",
        permission: "view_site",
      },
      {
        name: "rules",
        route: routes.rules,
        icon: "document",
        key: "7",
        permission: "view_site",
      },
      {
        name: "site",
        route: routes.site,
        icon: "settings",
        key: "s",
        permission: "view_site",
      },
      {
        name: "invitations",
        route: routes.invitations,
        icon: "ticket",
        key: "i",
        permission: "view_customers",
      },
    ],
  },
  {
    name: "group_control",
    places: [
      {
        name: "health",
        route: routes.health,
        icon: "position",
        key: "h",
        permission: "view_health",
      },
      {
        name: "halts",
        route: routes.halts,
        icon: "alert",
        key: "x",
        permission: "view_health",
      },
      {
        name: "venue_orders",
        route: routes.venueOrders,
        icon: "exchange",
        key: "4",
        permission: "view_health",
      },
      {
        name: "operators",
        route: routes.operators,
        icon: "key",
        key: "o",
        permission: "view_operators",
      },
      { name: "audit", route: routes.audit, icon: "list", key: "a", permission: "view_audit" },
      {
        name: "clock",
        route: routes.clock,
        icon: "day",
        key: "t",
        permission: "move_clock",
        simulatedOnly: true,
      },
    ],
  },
];

/** What is there on this instance. */
export function placesOf(group: PlaceGroup, simulated: boolean): readonly Place[] {
  return group.places.filter((place) => simulated || place.simulatedOnly !== true);
}

export function allPlaces(simulated: boolean): readonly Place[] {
  return navigation.flatMap((group) => placesOf(group, simulated));
}
