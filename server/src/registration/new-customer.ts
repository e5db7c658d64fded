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
 * Turns the form into a customer, with the password hashed. Refuses what the form's own rules allow: an unknown country, an age
 * below `AGE_MIN`, a password that is easy to guess, an e-mail that another user has.
 */
export async function readNewCustomer(
  bank: Pick<Bank, 'db' | 'passwords' | 'config' | 'breachedPasswords'>,
  form: RegistrationForm,
  now: Date,
): Promise<NewCustomer> {
  if (!isCountryName(form.country)) throw new Refusal('country_unknown')
  requireAge(form.dob, bank.config, now)
  await requireGoodPassword(form.password, form.email, bank)
  // The insert checks it again; here it saves computing a hash.
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

/** Throws `age_too_low` for a date of birth (`YYYY-MM-DD`) that is less than `AGE_MIN` years before the bank's day. */
export function requireAge(dob: string, { ageMin, timeZone }: Bank['config'], now: Date): void {
  if (ageOn(dayOf(now, timeZone), dob) < ageMin) throw new Refusal('age_too_low', { years: ageMin })
}
