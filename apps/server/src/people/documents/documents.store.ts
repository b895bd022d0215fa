import {
  firstRow,
  rows,
  sql,
  timestamp,
  type Reader,
  type Transaction,
} from "../../platform/sql/database.ts";
import type {
  CountSameUploadsRow,
  HasOpenedRow,
  InsertDocumentRow,
  NamesInUseRow,
  StoredDocument,
} from "./documents.sql-types.ts";

export type DocumentPurpose = "id_front" | "id_back" | "receipt";

export type { StoredDocument } from "./documents.sql-types.ts";

export async function insertDocument(
  transaction: Transaction,
  document: {
    customerId: bigint;
    purpose: DocumentPurpose;
    objectName: string;
    sealedKey: Buffer;
    width: number;
    height: number;
    uploadDigest: Buffer;
    at: number;
  },
): Promise<bigint> {
  const row = await firstRow(
    transaction,
    sql<InsertDocumentRow>`INSERT INTO document (customer_id, purpose, object_name, sealed_key, width,
        height, upload_digest, stored_at)
      VALUES (${document.customerId}, ${document.purpose}, ${document.objectName},
        ${document.sealedKey}, ${document.width}, ${document.height}, ${document.uploadDigest},
        ${timestamp(document.at)})
      RETURNING id`,
  );
  if (row === undefined) throw new Error("a document was not kept");
  return row.id;
}

export function findDocument(reader: Reader, id: bigint): Promise<StoredDocument | undefined> {
  return firstRow(
    reader,
    sql<StoredDocument>`SELECT id, customer_id, purpose, object_name, sealed_key FROM document
      WHERE id = ${id}`,
  );
}

/** Which of these objects belong to a document. */
export async function namesInUse(reader: Reader, names: readonly string[]): Promise<Set<string>> {
  const found = await rows(
    reader,
    sql<NamesInUseRow>`SELECT object_name FROM document
      WHERE object_name = ANY (${[...names]}::text[])`,
  );
  return new Set(found.map(({ object_name: name }) => name));
}

export async function insertView(
  transaction: Transaction,
  view: { documentId: bigint; operatorId: bigint; at: number },
): Promise<void> {
  await sql`INSERT INTO document_view (document_id, operator_id, viewed_at)
    VALUES (${view.documentId}, ${view.operatorId}, ${timestamp(view.at)})`.execute(transaction);
}

/** Whether an operator has opened each of these, by the record that is kept before a picture is shown. */
export async function hasOpened(
  reader: Reader,
  operatorId: bigint,
  documentIds: readonly bigint[],
): Promise<boolean> {
  const row = await firstRow(
    reader,
    sql<HasOpenedRow>`SELECT NOT EXISTS (
        SELECT FROM unnest(${[...documentIds]}::bigint[]) AS needed (id)
        WHERE NOT EXISTS (SELECT FROM document_view
          WHERE document_id = needed.id AND operator_id = ${operatorId})) AS opened`,
  );
  return row?.opened === true;
}

/** How often the same file came before, as any customer's document. */
export async function countSameUploads(reader: Reader, documentId: bigint): Promise<number> {
  const row = await firstRow(
    reader,
    sql<CountSameUploadsRow>`SELECT count(*)::int AS count FROM document other
      JOIN document this ON this.upload_digest = other.upload_digest
      WHERE this.id = ${documentId} AND other.id < this.id`,
  );
  return row?.count ?? 0;
}
