import type { PoolClient } from 'pg'
import type { Bank } from '../bank.ts'
import { type Mail, queueMail } from '../mail/outgoing-mail.ts'
import { type EmailChange, insertEmailChange } from './email-change.ts'

/**
 * Makes a link that confirms a user's present e-mail, and queues the mail that `mailOf` writes around it. Returns whether the mail
 * was queued (`queueMail`).
 */
export async function queueConfirmationLink(
  connection: PoolClient,
  { keys }: Pick<Bank, 'keys'>,
  {
    userId,
    email,
    mailOf,
    now,
  }: { userId: string; email: string; mailOf: (link: EmailChange) => Mail; now: Date },
): Promise<boolean> {
  const link = await insertEmailChange(
    connection,
    { userId, email, purpose: 'confirmation', askedBy: userId },
    { key: keys.emailChangeKey, now },
  )
  return queueMail(connection, mailOf(link), now)
}
