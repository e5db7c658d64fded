import { expect, test } from 'vitest'
import { checkMail } from './check-mail.ts'

const outbox = [
  { id: 'sent', isSent: true },
  { id: 'waiting', isSent: false },
]

test('the mail check finds nothing wrong with mail that arrived twice, or was not marked as sent', () => {
  expect(checkMail(outbox, ['sent', 'sent'])).toEqual([])
  expect(checkMail(outbox, ['sent', 'waiting'])).toEqual([])
})

test('the mail check reports sent mail that never arrived, and arrived mail that is not in the outbox', () => {
  expect(checkMail(outbox, ['unknown'])).toEqual([
    { what: 'wrong mail', detail: 'mail sent is marked as sent and never arrived' },
    { what: 'wrong mail', detail: 'mail unknown arrived and is not in the outbox' },
  ])
})
