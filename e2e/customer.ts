import { randomUUID } from 'node:crypto'
import type { MeView } from '@bank/contract/profile/view'
import type { RegistrationFields } from '@bank/contract/registration/form'
import type { Administration } from './administrator.ts'
import { type Cookies, call, visitor } from './endpoints.ts'

/** `balance` is a decimal string in the account's currency; `0.00` funds nothing. */
export type CustomerOptions = {
  confirmed?: boolean
  active?: boolean
  balance?: string
  fields?: Partial<RegistrationFields>
}

/** A customer with an account. The cookies are those of the session that began with the registration. */
export type Customer = RegistrationFields & { id: string; accountNumber: string; cookies: Cookies }

/**
 * Registers a customer through the endpoints. An administrator confirms the email, and activates and funds the account, as the
 * options say.
 */
export async function newCustomer(
  administration: () => Promise<Administration>,
  { confirmed = true, active = true, balance = '100.00', fields }: CustomerOptions = {},
): Promise<Customer> {
  const typed = registration(fields)
  const api = await visitor()
  await call(api, 'POST', '/api/registrations', typed)
  const { id, account } = await call<MeView>(api, 'GET', '/api/me')
  const { cookies } = await api.storageState()
  await api.dispose()

  if (confirmed) await (await administration()).confirmEmail(id, typed.email)
  if (active) await (await administration()).activate(id)
  if (Number(balance) > 0) await (await administration()).fund(id, balance)
  return { ...typed, id, accountNumber: account.number, cookies }
}

/** The fields of a registration, with a new email address. */
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
