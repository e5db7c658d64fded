import type { linkObstacles, secondProofs } from '@bank/contract/pins/view'
import type { Bank } from '../bank.ts'
import type { Connection } from '../postgres/database.ts'

// As for a reset link: the user of an earlier address can read the mail about the change and object. Three days include a weekend.
export const settledHours = 72

/** How a customer who forgot the PIN can choose a new one. `from`: when a proof becomes possible, where that is known. */
export type RecoveryProof = {
  readonly secondProof: (typeof secondProofs)[number] | null
  readonly obstacle: (typeof linkObstacles)[number] | null
  readonly from: Date | null
}

/**
 * What proves, beside the password, that the user may choose a new PIN: a code where two-factor is on, else a link to a confirmed
 * e-mail. Neither counts for 72 hours after it was changed: a thief with the password alone could turn two-factor on.
 */
export async function findRecoveryProof(
  db: Connection,
  { mail, demo }: Pick<Bank['config'], 'mail' | 'demo'>,
  { userId, now }: { userId: string; now: Date },
): Promise<RecoveryProof> {
  const { rows } = await db.query<ProofTimes>(
    `select u.email_confirmed_at as "emailConfirmedAt", u.email_changed_at as "emailChangedAt",
            t.turned_on_at as "turnedOnAt"
       from users u
       left join authenticators t on t.user_id = u.id
      where u.id = $1`,
    [userId],
  )
  const { emailConfirmedAt, emailChangedAt, turnedOnAt } = rows[0]!
  const codeFrom = settledFrom(turnedOnAt)
  if (codeFrom && codeFrom <= now) return { secondProof: 'code', obstacle: null, from: null }
  // A demo prints the links.
  if (mail.by === 'outbox' && !demo) return { secondProof: null, obstacle: 'mail_off', from: codeFrom }
  if (emailConfirmedAt === null) return { secondProof: null, obstacle: 'email_unconfirmed', from: codeFrom }
  const linkFrom = settledFrom(emailChangedAt)
  if (linkFrom === null || linkFrom <= now) return { secondProof: 'link', obstacle: null, from: null }
  const from = codeFrom && codeFrom < linkFrom ? codeFrom : linkFrom
  return { secondProof: null, obstacle: 'email_changed_recently', from }
}

type ProofTimes = {
  emailConfirmedAt: Date | null
  emailChangedAt: Date | null
  turnedOnAt: Date | null
}

/** When a change counts as settled; null for what was never changed. */
function settledFrom(changedAt: Date | null): Date | null {
  return changedAt && new Date(changedAt.getTime() + settledHours * 60 * 60_000)
}
