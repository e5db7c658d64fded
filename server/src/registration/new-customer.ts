import { dayOf } from '@bank/contract/bank-day'
import { isCountryName } from '@bank/contract/countries/countries'
import type { RegistrationForm } from '@bank/contract/registration/form'
import { ageOn } from '@bank/contract/rules/person'
import type { Bank } from '../bank.ts'
import { requireGoodPassword } from '../passwords/password-rules.ts'
import { Refusal } from '../refusal.ts'
import { isEmailTaken } from '../users/user.ts'
import type { NewCustomer } from './customer.ts'

/**
 * A customer as the form describes them, the password hashed. Refuses what the form's own rules let through: an unknown
 * country, a person younger than `AGE_MIN`, a password that is easy to guess, an e-mail that another user has.
 */
export async function newCustomerOf(
  bank: Pick<Bank, 'db' | 'passwords' | 'config' | 'breachedPasswords'>,
  form: RegistrationForm,
  now: Date,
): Promise<NewCustomer> {
  if (!isCountryName(form.country)) throw new Refusal('country_unknown')
  requireAge(form.dob, bank.config, now)
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

/** Refuses a date of birth (`YYYY-MM-DD`) of a person who is younger than `AGE_MIN` on the bank's day. */
export function requireAge(dob: string, { ageMin, timeZone }: Bank['config'], now: Date): void {
  if (ageOn(dayOf(now, timeZone), dob) < ageMin) throw new Refusal('age_too_low', { years: ageMin })
}
