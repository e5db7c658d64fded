import type { RegistrationForm } from '@bank/contract/registration/form'
import type { Bank } from '../../bank.ts'
import { matchPin } from '../../books/pin.ts'
import { passwordMatches } from '../../users/password.ts'

type CreatedUser = { id: string; passwordHash: string; salt: Buffer; hash: Buffer }

/**
 * The id of the user that this administrator created with exactly this form, when the form is sent again after a lost answer.
 * Undefined when there is none, or when the user has replaced a secret since.
 */
export async function findCreatedUser(
  bank: Pick<Bank, 'db' | 'keys' | 'passwords'>,
  createdBy: string,
  form: RegistrationForm,
): Promise<string | undefined> {
  const { rows } = await bank.db.query<CreatedUser>(
    `select u.id, u.password_hash as "passwordHash", p.salt, p.hash
       from users u
       join accounts a on a.user_id = u.id
       join pins p on p.user_id = u.id
      where u.email = $1 and u.created_by = $2
        and u.password_temporary_until is not null and u.pin_temporary_until is not null
        and (u.name, u.phone, u.dob, u.gender, u.employment_status, u.country, u.street, u.city, u.state, u.zip,
             a.type, a.currency)
          = ($3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
    [
      form.email,
      createdBy,
      form.name,
      form.phone,
      form.dob,
      form.gender,
      form.employment_status,
      form.country,
      form.address,
      form.city,
      form.state,
      form.zip,
      form.accountType,
      form.currency,
    ],
  )
  const [created] = rows
  if (!created || matchPin(bank.keys.pinKey, created, form.pin) === 'none') return undefined
  return (await passwordMatches(bank, created, form.password)) ? created.id : undefined
}
