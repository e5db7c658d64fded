import type { Verb } from '../call.ts'
import { supportAnswerMail } from '../mail/letters.ts'
import { queueMail } from '../mail/outgoing-mail.ts'
import { Refusal } from '../refusal.ts'
import { readUser } from '../users/user.ts'
import { referenceOf, setCaseState, setOwner } from './case.ts'
import { actOnCase } from './case-act.ts'
import { insertEntry } from './case-entry.ts'

/**
 * Answers a case: the text is kept, and mailed to the address that the sender typed; a customer who was signed in reads it under Help,
 * too, and can reply, so the case waits. That of a visitor, who cannot, is closed. The caller becomes the owner. Throws
 * `support_message_taken` when another member of staff has taken the case, so that two do not answer it, and `mails_too_many` where no
 * mail can be queued to an address that may be a stranger's.
 */
export const answerCase: Verb<'answerCase'> = async (call) => {
  const { bank, actor, input, now } = call
  const { entryId, text } = input
  await actOnCase(call, 'support_message_answered', async (connection, found) => {
    const { id, userId, email, subject, owner, decideBy } = found
    if (owner && owner.id !== actor.userId) throw new Refusal('support_message_taken', { name: owner.name })
    const answer = { id: entryId, caseId: id, side: 'bank', authorId: actor.userId, text, now } as const
    if (!(await insertEntry(connection, answer))) return undefined
    await setOwner(connection, id, actor.userId)
    // A dispute keeps its deadline while the customer is to write.
    const waiting = { state: 'waiting', dueAt: decideBy } as const
    await setCaseState(connection, id, userId === null ? { state: 'closed', dueAt: null } : waiting)
    // The name of a customer is not mailed to an address that is not verified.
    const reader = userId === null ? { email } : { email, name: (await readUser(connection, userId)).name }
    const mail = supportAnswerMail(bank.config.bankName, reader, {
      reference: referenceOf(id),
      subject,
      text,
    })
    if (!(await queueMail(connection, mail, now))) throw new Refusal('mails_too_many')
    return { entryId }
  })
}
