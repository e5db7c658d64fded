import type { endpoints } from '@bank/contract/endpoints'
import type { MailState, OutgoingMailPage } from '@bank/contract/outbox/view'
import type { Call } from '../call.ts'
import { findOutgoingMail, linkPlaceholder, type OutgoingMail } from '../mail/outgoing-mail.ts'
import { plainText } from '../mail/plain-text.ts'

/** A page of the bank's mail for administrators (departure 21): content, recipient and state of delivery. */
export async function listOutgoingMail({
  bank: { db, config },
  query: { limit, cursor },
}: Call<typeof endpoints.listOutgoingMail>): Promise<OutgoingMailPage> {
  // One more row shows whether there is a next page.
  const found = await findOutgoingMail(db, { after: cursor, limit: limit + 1 })
  const mails = found.slice(0, limit)
  return {
    mails: mails.map((mail) => {
      const { id, recipient, subject, html, createdAt, sentAt, attempts, nextTryAt, lastFault } = mail
      const state = stateOf(mail, config.mail.by === 'outbox')
      const isTriedNext = state === 'waiting' || state === 'trying_again'
      return {
        id,
        recipient,
        subject,
        state,
        attempts,
        lastFault,
        // The outbox never shows the link, which is inserted when the mail is sent.
        text: plainText(html.replace(linkPlaceholder, '(Only the recipient gets the link.)')),
        createdAt: createdAt.toISOString(),
        sentAt: sentAt?.toISOString() ?? null,
        nextTryAt: isTriedNext ? (nextTryAt ?? createdAt).toISOString() : null,
      }
    }),
    nextCursor: found.length > mails.length ? mails.at(-1)!.id : null,
  }
}

function stateOf({ sentAt, givenUpAt, attempts }: OutgoingMail, isMailOff: boolean): MailState {
  if (sentAt) return 'sent'
  if (givenUpAt) return 'given_up'
  if (isMailOff) return 'kept'
  return attempts > 0 ? 'trying_again' : 'waiting'
}
