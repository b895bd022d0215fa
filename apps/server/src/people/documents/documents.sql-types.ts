// Written by `npm run types` from the migrations and the statements: not by hand.

export type CountSameUploadsRow = {
  count: number;
};

export type HasOpenedRow = {
  opened: boolean;
};

export type InsertDocumentRow = {
  id: bigint;
};

export type NamesInUseRow = {
  object_name: string;
};

export type StoredDocument = {
  id: bigint;
  customer_id: bigint;
  purpose: "id_front" | "id_back" | "receipt";
  object_name: string;
  sealed_key: Buffer;
};
