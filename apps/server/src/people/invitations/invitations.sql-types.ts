// Written by `npm run types` from the migrations and the statements: not by hand.

export type FindCustomerIdRow = {
  id: bigint;
};

export type FindInvitationRow = {
  withdrawn_at: number | null;
};

export type FirstHouseInvitationCodeRow = {
  code: string;
};

export type StoredInvitation = {
  code: string;
  inviter: string | null;
  created_at: number;
  withdrawn_at: number | null;
  place: bigint;
  customers: number;
};
