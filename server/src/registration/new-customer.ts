import { isCountryName } from '@bank/contract/countries'
import type { RegistrationForm } from '@bank/contract/registration-form'
import type { Bank } from '../bank.ts'
import { requireGoodPassword } from '../passwords/new-password.ts'
import { Refusal } from '../refusal.ts'
import { isEmailTaken } from '../users/user.ts'
import type { NewCustomer } from './customer.ts'

/**
 * A customer as the form describes them, the password hashed. Refuses what the form's own rules let through: an unknown
 * country, a password anybody would guess, an e-mail that somebody has.
 */
export async function newCustomerOf(
  bank: Pick<Bank, 'db' | 'passwords' | 'config' | 'breachedPasswords'>,
  form: RegistrationForm,
): Promise<NewCustomer> {
  if (!isCountryName(form.country)) throw new Refusal('country_unknown')
  await requireGoodPassword(form.password, form.email, bank)
  // Asked again by the insert; here it spares the work of a hash.
  if (await isEmailTaken(bank.db, form.email)) throw new Refusal('email_taken')
  const { employment_status: employmentStatus, address: street, password, ...rest } = form
  return {
    ...rest,
    employmentStatus,
    street,
    passwordHash: await bank.passwords.hash(password),
    role: 'customer',
  }
}
