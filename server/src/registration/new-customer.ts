import { dayOf } from '@bank/contract/bank-day'
import { isCountryName } from '@bank/contract/countries/countries'
import type { RegistrationForm } from '@bank/contract/registration/form'
import { ageOn } from '@bank/contract/rules/age'
import { timeOrderedId } from '@bank/contract/time-ordered-id'
import type { Bank } from '../bank.ts'
import { requireGoodPassword } from '../passwords/password-rules.ts'
import { Refusal } from '../refusal.ts'
import { isEmailTaken } from '../users/user.ts'
import type { NewCustomer } from './customer.ts'

type Hashing = Pick<Bank, 'db' | 'passwords' | 'config' | 'breachedPasswords'>

/**
 * Turns the form into a customer, with the password hashed. Refuses what the form's own rules allow: an unknown country, an age
 * below `AGE_MIN`, a password that is easy to guess, an e-mail that another user has.
 */
export async function readNewCustomer(
  bank: Hashing,
  { password, ...details }: RegistrationForm,
  now: Date,
): Promise<NewCustomer> {
  const customer = readDetails(details, bank.config, now)
  const passwordHash = await hashFirstPassword(bank, { email: details.email, password })
  return { ...customer, id: timeOrderedId(now), passwordHash }
}

/** The same without the password. Refuses an unknown country and an age below `AGE_MIN`. */
export function readDetails(
  { employment_status: employmentStatus, address: street, ...rest }: Omit<RegistrationForm, 'password'>,
  config: Bank['config'],
  now: Date,
): Omit<NewCustomer, 'id' | 'passwordHash'> {
  if (!isCountryName(rest.country)) throw new Refusal('country_unknown')
  requireAge(rest.dob, config, now)
  return { ...rest, employmentStatus, street, role: 'customer' }
}

/** Hashes the password of a person who registers. Refuses one that is easy to guess, and an e-mail that a user has. */
export async function hashFirstPassword(
  bank: Hashing,
  { email, password }: Pick<RegistrationForm, 'email' | 'password'>,
): Promise<string> {
  await requireGoodPassword(password, email, bank)
  // The insert checks it again; here it saves computing a hash.
  if (await isEmailTaken(bank.db, email)) throw new Refusal('email_taken')
  return bank.passwords.hash(password)
}

/** Throws `age_too_low` for a date of birth (`YYYY-MM-DD`) that is less than `AGE_MIN` years before the bank's day. */
export function requireAge(dob: string, { ageMin, timeZone }: Bank['config'], now: Date): void {
  if (ageOn(dayOf(now, timeZone), dob) < ageMin) throw new Refusal('age_too_low', { years: ageMin })
}
