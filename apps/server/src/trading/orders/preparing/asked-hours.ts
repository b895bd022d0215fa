import type { Context } from "../../../context.ts";
import { offersExtendedHours } from "../../../market/market/market.ts";
import { mayTradeExtended } from "../../../people/preferences/preferences.ts";
import type { Customer } from "../../../platform/sessions.ts";
import type { AskedHours } from "../checking/extended-hours.rules.ts";
import type { ClosingForm, ReplaceForm } from "../checking/order-forms.ts";

/** Of an order for extended hours the switches that it needs are looked at as it comes in. */
export async function withSwitches<Form extends AskedHours>(
  context: Context,
  { customerId }: Customer,
  form: Form,
): Promise<Form> {
  return form.hours === "extended" ? switchesIn(context, customerId, form) : form;
}

/** More may be asked of an order that is for extended hours already. */
async function withSwitchesToGrow(
  context: Context,
  customer: Customer,
  form: ReplaceForm,
): Promise<ReplaceForm> {
  if (form.quantity === undefined) return withSwitches(context, customer, form);
  return switchesIn(context, customer.customerId, form);
}

async function switchesIn<Form extends AskedHours>(
  context: Context,
  customerId: bigint,
  form: Form,
): Promise<Form> {
  const offered = await offersExtendedHours(context);
  // Where nobody is offered them nobody's own switch is read.
  const switchedOn = offered && (await mayTradeExtended(context.database.reader, customerId));
  return { ...form, extended: { offered, switchedOn } };
}

type Changing<Closed, Estimate> = {
  close(customer: Customer, id: bigint, form: ClosingForm, requestId: string): Promise<Closed>;
  replace(customer: Customer, id: bigint, form: ReplaceForm, requestId: string): Promise<Closed>;
  previewClosings(
    customer: Customer,
    considered: readonly { positionId: bigint; form: ClosingForm }[],
  ): Promise<Estimate>;
};

/** The same for whatever is asked of a position. */
export function changesWithSwitches<Closed, Estimate>(
  context: Context,
  path: Changing<Closed, Estimate>,
): Changing<Closed, Estimate> {
  return {
    close: async (customer, id, form, requestId) =>
      path.close(customer, id, await withSwitches(context, customer, form), requestId),
    replace: async (customer, id, form, requestId) =>
      path.replace(customer, id, await withSwitchesToGrow(context, customer, form), requestId),
    previewClosings: async (customer, considered) => {
      const forms = considered.map(async ({ positionId, form }) => {
        return { positionId, form: await withSwitches(context, customer, form) };
      });
      return path.previewClosings(customer, await Promise.all(forms));
    },
  };
}
