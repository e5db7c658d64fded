import type { RegistrationForm } from '@bank/contract/registration/form'
import type { PoolClient } from 'pg'
import type { Bank } from '../../bank.ts'
import { matchPin } from '../../books/pin.ts'
import type { StaffActor } from '../../call.ts'
import { welcomeMail } from '../../mail/letters.ts'
import { queueMail } from '../../mail/outgoing-mail.ts'
import { passwordMatches } from '../../passwords/password.ts'
import { Refusal } from '../../refusal.ts'
import { insertCustomer, type NewCustomer } from '../../registration/customer.ts'
import { recordAdministratorAct } from '../administrator-act.ts'

// Long enough for the PIN to arrive by post, short enough that a forgotten note becomes useless.
const temporaryDays = 7

/**
 * Inserts a user whom an administrator creates, with the welcome mail and the audit event. Both secrets are temporary. Throws
 * `email_taken`, and like `recordAdministratorAct`; call it last in the transaction.
 */
export async function insertCreatedUser(
  connection: PoolClient,
  { keys, config }: Pick<Bank, 'keys' | 'config'>,
  { customer, actor, now }: { customer: NewCustomer; actor: StaffActor; now: Date },
): Promise<{ id: string }> {
  const { id, email } = customer
  const secretsTemporaryUntil = new Date(now.getTime() + temporaryDays * 86_400_000)
  const byAdministrator = { createdBy: actor.userId, secretsTemporaryUntil }
  const made = await insertCustomer(connection, keys.pinKey, customer, now, { byAdministrator })
  if (!made) throw new Refusal('email_taken')
  await queueMail(connection, welcomeMail(config.bankName, { email }), now)
  const event = { action: 'user_created' as const, target: id, details: {}, now }
  await recordAdministratorAct(connection, actor, event)
  return { id }
}

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
       join accounts a on a.user_id = u.id and a.is_main
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
