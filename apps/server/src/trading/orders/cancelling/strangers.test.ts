import { afterAll, beforeAll, expect, it } from "vitest";
import { testOrder } from "../../../../../../tests/support/builders.ts";
import {
  newRequestId,
  startTestApplication,
  type SignedIn,
  type TestApplication,
} from "../../../../../../tests/support/test-application.ts";

let app: TestApplication;
let owner: SignedIn;
let strangers: SignedIn[];
let position: string;
beforeAll(async () => {
  app = await startTestApplication();
  owner = await app.newCustomer();
  // Enough of them that some share the owner's lane, and so the owner's batch.
  strangers = [];
  for (let count = 0; count < 6; count += 1) strangers.push(await app.newCustomer());
  const placed = await app.accepted("/trade/place-order", testOrder(), owner);
  position = placed.id;
});
afterAll(() => app.stop());

function close(customer: SignedIn, id: string, quantity: string) {
  return app.post(
    "/trade/close-position",
    { id, kind: "market", quantity, request_id: newRequestId() },
    customer,
  );
}

/** Everybody's work until here fills the first batches; what comes after meets in the next ones. */
function keepLanesBusy(): void {
  for (const customer of [owner, ...strangers]) void close(customer, "999999999999999", "1");
}
const rounds = 5;

it("strangers learn nothing of a position, not even in the very batch of its owner", async () => {
  for (let round = 0; round < rounds; round += 1) {
    keepLanesBusy();
    const owners = close(owner, position, "1000");
    const asked = strangers.map((stranger) => close(stranger, position, "1000"));
    expect((await owners).body.msg).toBe("quantity_exceeds_position");
    for (const { body } of await Promise.all(asked)) {
      expect(body).toEqual({ status: 0, msg: "position_not_found", data: null });
    }
  }
});

it("a stranger who cancels another's working order beside its owner is told of no order", async () => {
  const { id } = await app.accepted(
    "/trade/place-order",
    testOrder({ kind: "limit", price: "2800", quantity: "1" }),
    owner,
  );
  const cancel = (customer: SignedIn) => app.post("/trade/cancel-order", { id }, customer);
  keepLanesBusy();
  const [own, ...theirs] = await Promise.all([owner, ...strangers].map(cancel));
  expect(own?.body.status).toBe(1);
  expect(theirs.map(({ body }) => body.msg)).toEqual(strangers.map(() => "order_not_found"));
  expect(await app.ledgerFaults()).toEqual([]);
});
