import type { Connection } from '../postgres/database.ts'

/** A mail of the bank, sent or not. */
export type OutgoingMail = {
  readonly id: string
  readonly recipient: string
  readonly subject: string
  readonly html: string
  readonly createdAt: Date
  readonly sentAt: Date | null
  readonly givenUpAt: Date | null
  readonly attempts: number
  /** Null for a mail from before there were tries. */
  readonly nextTryAt: Date | null
  readonly lastFault: string | null
}

/** Up to `limit` mails, newest first, after the one whose id is given. */
export async function findOutgoingMail(
  db: Connection,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<OutgoingMail[]> {
  // Ids begin with the time, so they are in the order in which the mails were written.
  const { rows } = await db.query<OutgoingMail>(
    `select id, recipient, subject, html, created_at as "createdAt", sent_at as "sentAt", given_up_at as "givenUpAt",
            attempts, nullif(next_try_at, '-infinity') as "nextTryAt", last_fault as "lastFault"
       from outgoing_mail
      where $1::uuid is null or id < $1
      order by id desc
      limit $2`,
    [after ?? null, limit],
  )
  return rows
}
