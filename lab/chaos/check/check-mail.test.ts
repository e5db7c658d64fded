import { describe, expect, test } from 'vitest'
import { checkMail } from './check-mail.ts'

describe('mail', () => {
  const outbox = [
    { id: 'sent', isSent: true },
    { id: 'waiting', isSent: false },
  ]

  test('that came as often as it had to is in order, also when a program died between sending and noting it', () => {
    expect(checkMail(outbox, ['sent', 'sent'])).toEqual([])
    expect(checkMail(outbox, ['sent', 'waiting'])).toEqual([])
  })

  test('that counts as sent and never came, or came and was never written, is named', () => {
    expect(checkMail(outbox, ['stranger'])).toEqual([
      { what: 'mailed wrongly', detail: 'mail sent counts as sent and never came' },
      { what: 'mailed wrongly', detail: 'mail stranger came and was never written' },
    ])
  })
})
