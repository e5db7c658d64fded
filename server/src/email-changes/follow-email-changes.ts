import type { Job } from '../jobs/job.ts'
import { emailSecret } from '../jobs/mailed-links.ts'
import type { Database } from '../postgres/database.ts'
import { type EmailChange, findPendingEmailsAfter } from './email-change.ts'

/**
 * Returns a job that calls `show` once for each valid link or code about an e-mail, including those from before the start: a demo
 * that sends no mail prints them in the terminal.
 */
export function followEmailChanges(
  db: Database,
  show: (pending: EmailChange) => Promise<void>,
): (now: Date) => Promise<number> {
  let seen: string | undefined
  return async (now) => {
    const found = await findPendingEmailsAfter(db, seen, now)
    for (const pending of found) {
      await show(pending)
      seen = pending.id
    }
    return found.length
  }
}

export const followEmailChangesJob: Job = {
  name: 'follow-email-changes',
  pauseSeconds: 1,
  waitsAfterRestore: false,
  open: (context) => {
    const { bank, print } = context
    if (!bank.config.demo || bank.config.mail.by !== 'outbox') return undefined
    return followEmailChanges(bank.db, async ({ id, email, purpose }) => {
      const secret = await emailSecret(context, id)
      const text = 'code' in secret ? `code ${secret.code}` : secret.link
      print(`${purpose === 'restoration' ? 'Take back' : 'Confirm'} ${email}: ${text}`)
    })
  },
}
