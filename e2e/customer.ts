import { randomUUID } from 'node:crypto'
import type { RegistrationFields } from '@bank/contract/registration-form'
import type { MeView } from '@bank/contract/views'
import { asAdministrator } from './administrator.ts'
import { call, visitor } from './endpoints.ts'

/** `balance` is a decimal string in the account's currency; `0.00` funds nothing. */
export type Wishes = { active?: boolean; balance?: string; fields?: Partial<RegistrationFields> }

export type Customer = RegistrationFields & { id: string; accountNumber: string }

/** Registers a customer through the endpoints, and has Clara activate and fund the account as wished. */
export async function newCustomer(baseURL: string, wishes: Wishes = {}): Promise<Customer> {
  const { active = true, balance = '100.00' } = wishes
  const fields = registration(wishes.fields)
  const api = await visitor(baseURL)
  await call(api, 'POST', '/api/registrations', fields)
  const me = await call<MeView>(api, 'GET', '/api/me')
  await call(api, 'DELETE', '/api/sessions/current')
  await api.dispose()

  if (active || Number(balance) > 0) {
    await asAdministrator(baseURL, async ({ activate, fund }) => {
      if (active) await activate(me.id)
      if (Number(balance) > 0) await fund(me.id, balance)
    })
  }
  return { ...fields, id: me.id, accountNumber: me.account.number }
}

/** What a person types into the registration form; the e-mail address is one nobody has used yet. */
export function registration(fields: Partial<RegistrationFields> = {}): RegistrationFields {
  return {
    name: 'Dora Newcomb',
    email: `dora.${randomUUID().slice(0, 8)}@example.com`,
    phone: '+15551234567',
    dob: '1990-05-17',
    gender: 'female',
    employment_status: 'self-employed',
    country: 'Canada',
    address: '12 Harbour Street',
    city: 'Halifax',
    state: 'Nova Scotia',
    zip: 'B3H 4R2',
    accountType: 'checking',
    currency: 'USD',
    pin: '1234',
    password: 'tide-and-timber-42',
    ...fields,
  }
}
