import type { PoolClient } from 'pg'
import { timeOrderedId } from '../postgres/time-ordered-id.ts'

/** A mail as it will be sent. */
export type Mail = { readonly recipient: string; readonly subject: string; readonly html: string }

/** Puts a mail into the outbox, in the database transaction of the reason for it: both are kept, or neither. */
export async function queueMail(connection: PoolClient, mail: Mail, now: Date): Promise<void> {
  await connection.query(
    'insert into outgoing_mail (id, recipient, subject, html, created_at) values ($1, $2, $3, $4, $5)',
    [timeOrderedId(now), mail.recipient, mail.subject, mail.html, now],
  )
}
