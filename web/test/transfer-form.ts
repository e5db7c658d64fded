import { fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'

/** The fields of a transfer of $40.00 to Erik Holm. */
export const fields = {
  account_name: 'Erik Holm',
  account_number: '9876543210',
  bank_name: 'Northern Savings',
  bank_address: '1 Quay Road, Oslo',
  swift_code: 'DNBANOKK',
  routing_number: 'NO9386011117947',
  amount: '40',
  transaction_pin: '1234',
}

/** Fills in the transfer form, leaving each field, and opens the review. */
export async function review(typed: Partial<typeof fields & { reference: string }> = fields): Promise<void> {
  for (const [name, value] of Object.entries(typed)) {
    fireEvent.change(control(name), { target: { value } })
    fireEvent.blur(control(name))
  }
  await userEvent.click(screen.getByRole('button', { name: 'Review transfer' }))
}

/** Opens the review while the focus is still in the amount, which stays as it was typed. */
export async function reviewFromAmount(amount: string): Promise<void> {
  for (const [name, value] of Object.entries({ ...fields, amount })) {
    fireEvent.change(control(name), { target: { value } })
  }
  fireEvent.submit(control('amount').form!)
}

/** A control of the form, by the specification's field name. */
export function control(name: string): HTMLInputElement {
  return document.querySelector<HTMLInputElement>(`[name="${name}"]`)!
}
