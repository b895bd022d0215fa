// Written by `npm run types` from the migrations and the statements: not by hand.

export type CountViewsRow = {
  views: number;
};

export type HiddenColumns = {
  list: string;
  columns: string[];
};

export type KeepViewRow = {
  id: bigint;
};

export type OwnView = {
  id: bigint;
  list: string;
  name: string;
  search: string;
};
