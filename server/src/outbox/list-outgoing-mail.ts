import type { MailState } from '@bank/contract/outbox/view'
import type { Verb } from '../call.ts'
import { letterText } from '../mail/draw-letter.ts'
import { findOutgoingMail, type OutgoingMail } from '../mail/outgoing-mail.ts'
import { readPage } from '../postgres/read-page.ts'

/** A page of the bank's mail for administrators (departure 21): content, recipient and state of delivery. */
export const listOutgoingMail: Verb<'listOutgoingMail'> = async ({ bank, query }) => {
  const { db, config } = bank
  const { limit, cursor, to, state } = query
  const { rows: mails, last } = await readPage(limit, (most) =>
    findOutgoingMail(db, { to, state, after: cursor, limit: most }),
  )
  return {
    mails: mails.map((mail) => {
      const { id, recipient, subject, letter, createdAt, sentAt, attempts, nextTryAt, lastFault } = mail
      const present = stateOf(mail, config.mail.by === 'outbox')
      const isTriedNext = present === 'waiting' || present === 'trying_again'
      return {
        id,
        recipient,
        subject,
        state: present,
        attempts,
        lastFault,
        // The outbox never shows the link or the code, which is filled in when the mail is sent.
        text: letterText(letter, letter.button?.page ?? '(Only the recipient gets it.)'),
        createdAt,
        sentAt,
        nextTryAt: isTriedNext ? (nextTryAt ?? createdAt) : null,
      }
    }),
    nextCursor: last?.id ?? null,
  }
}

function stateOf({ sentAt, givenUpAt, attempts }: OutgoingMail, isMailOff: boolean): MailState {
  if (sentAt) return 'sent'
  if (givenUpAt) return 'given_up'
  if (isMailOff) return 'kept'
  return attempts > 0 ? 'trying_again' : 'waiting'
}
