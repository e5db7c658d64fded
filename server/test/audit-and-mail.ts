import { letterText } from '../src/mail/draw-letter.ts'
import type { Letter } from '../src/mail/letter.ts'
import type { TestBank } from './bank.ts'

/** The audit events about a user or another subject, oldest first; `actions` selects some kinds. */
export async function auditEventsAbout(
  { bank }: TestBank,
  target: string,
  ...actions: readonly string[]
): Promise<{ actor_id: string | null; action: string; details: Record<string, unknown> }[]> {
  const { rows } = await bank.db.query(
    `select actor_id, action, details
       from audit_events
      where target = $1 and ($2::text[] = '{}' or action = any ($2))
      order by seq`,
    [target, actions],
  )
  return rows
}

type QueuedMail = {
  readonly subject: string
  readonly letter: Letter
  readonly worth_until: Date | null
  readonly password_reset_id: string | null
  readonly email_change_id: string | null
}

/** The mails to an address with their text, oldest first; `subject` is a pattern of SQL's `like`. */
export async function mailsTo(
  { bank }: TestBank,
  recipient: string,
  subject = '%',
): Promise<(QueuedMail & { readonly text: string })[]> {
  const { rows } = await bank.db.query<QueuedMail>(
    `select subject, letter, worth_until, password_reset_id, email_change_id
       from outgoing_mail
      where recipient = $1 and subject like $2
      order by id`,
    [recipient, subject],
  )
  return rows.map((mail) => ({ ...mail, text: letterText(mail.letter, mail.letter.button?.page ?? '') }))
}
