import { randomUUID } from 'node:crypto'
import { endpoints } from '@bank/contract/endpoints'
import type { MailNotice } from '@bank/contract/mail-notices/form'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newVisitor } from '../../test/ask.ts'
import { mailsTo } from '../../test/audit-and-mail.ts'
import { openTestBank, type Person, type TestBank } from '../../test/bank.ts'
import { transfer } from '../../test/transfer.ts'
import { notifyMovements } from './notify-movements.ts'
import { notifyStatusChanges } from './notify-status-changes.ts'

let bank: TestBank
let dora: Person
let count = 0
beforeAll(async () => {
  bank = await openTestBank()
  await bank.elevate(bank.clara)
})
afterAll(() => bank.close())
beforeEach(async () => {
  dora = await bank.openAccount(`Dora${++count}`, { amountMinor: 100_00n })
  await notifyAll()
  bank.clock.pass(1)
})

function set(notice: MailNotice, isOn = true, who = dora) {
  return bank.call(who, endpoints.setMailNotice, { params: { notice }, body: { isOn } })
}

/** Runs the bank's jobs until no work is left. */
async function notifyAll(): Promise<void> {
  let after = 0n
  do {
    after = (await notifyMovements(bank.bank, bank.clock.now(), after)).next
  } while (after > 0n)
  await notifyStatusChanges(bank.bank, bank.clock.now())
}

async function mails(who = dora): Promise<string[]> {
  return (await mailsTo(bank, who.email)).map(({ subject, text }) => `${subject} ${text}`)
}

async function send(who = dora, to: Person | null = null): Promise<string> {
  const inside = to && { account_number: to.account.number, bank_name: 'Truepenny' }
  const body = transfer({ account_name: 'Erik <b>', amount: '40.00', ...inside })
  const { answer } = await bank.call(who, endpoints.sendTransfer, { body })
  return answer.id
}

async function setStatus(id: string, status: 'pending' | 'success' | 'failed') {
  const body = { changeId: randomUUID(), status, reason: 'Checked' }
  const sent = await bank.call(bank.clara, endpoints.setTransactionStatus, { params: { id }, body })
  expect(sent.status).toBe(200)
}

describe('mail about money', () => {
  test('no mail is queued before the customer turns it on, nor about earlier events', async () => {
    const { answer } = await bank.call(dora, endpoints.readMailNotices)
    expect(answer).toEqual({ money_received: false, transfer_sent: false, status_changed: false })
    await setStatus(await send(), 'failed')
    await notifyAll()
    bank.clock.pass(1)
    await set('money_received')
    await set('transfer_sent')
    await set('status_changed')
    await notifyAll()
    expect(await mails()).toEqual([])
  })

  test('no mail about money goes to an e-mail that is not confirmed, nor later about what happened until then', async () => {
    for (const notice of ['money_received', 'transfer_sent', 'status_changed'] as const) await set(notice)
    const setConfirmed = (at: Date | null) =>
      bank.bank.db.query('update users set email_confirmed_at = $2 where id = $1', [dora.userId, at])
    await setConfirmed(null)
    await setStatus(await send(), 'failed')
    await notifyAll()
    bank.clock.pass(3)
    await notifyAll()
    expect(await mails()).toEqual([])
    await setConfirmed(bank.clock.now())
    bank.clock.pass(1)
    await send()
    await notifyAll()
    expect(await mails()).toEqual([expect.stringContaining('Transfer sent')])
  })

  test('a sent transfer is one mail, without account numbers', async () => {
    await set('transfer_sent')
    await send()
    await Promise.all([notifyAll(), notifyAll()])
    await notifyAll()
    const [mail, ...more] = await mails()
    expect(more).toEqual([])
    expect(mail).toContain('Transfer sent from Truepenny')
    expect(mail).toContain('You sent $40.00.\n\nTo: Erik <b>\n')
    expect(mail).toContain(`Your account: ··${dora.account.number.slice(-4)}`)
    expect(mail).not.toMatch(/\d{10}/)
  })

  test('received money is one mail to its receiver only', async () => {
    const erik = await bank.openAccount(`Erik${count}`)
    await set('money_received', true, erik)
    await set('money_received')
    await send(dora, erik)
    await notifyAll()
    expect(await mails()).toEqual([])
    const [mail, ...more] = await mails(erik)
    expect(more).toEqual([])
    expect(mail).toContain(`You received $40.00.\n\nYour account: ··${erik.account.number.slice(-4)}`)
    expect(mail).not.toContain(dora.name)
  })

  test('a changed status is one mail to each side for each change', async () => {
    const erik = await bank.openAccount(`Erik${count}`)
    await set('status_changed', true, erik)
    await set('status_changed')
    const id = await send(dora, erik)
    bank.clock.pass(1)
    await setStatus(id, 'failed')
    await notifyAll()
    bank.clock.pass(1)
    await setStatus(id, 'success')
    await notifyAll()
    await notifyAll()
    expect(await mails()).toEqual([
      expect.stringContaining('Your transfer of $40.00 was returned. The money is back in your account.'),
      expect.stringContaining('Your transfer of $40.00 has arrived.'),
    ])
    expect(await mails(erik)).toEqual([
      expect.stringContaining('The payment of $40.00 to you was returned to the sender.'),
      expect.stringContaining('The payment of $40.00 to you has arrived. The money is in your account.'),
    ])
  })

  test('the mail about a failed transfer or a funding that is taken back has the reason of staff, and no other mail has one', async () => {
    for (const notice of ['money_received', 'status_changed'] as const) await set(notice)
    const fundingId = randomUUID()
    await bank.call(bank.clara, endpoints.fundAccount, {
      params: { id: dora.userId },
      body: { transactionId: fundingId, amount: '30.00', reason: 'Why it came' },
    })
    const id = await send()
    bank.clock.pass(1)
    await setStatus(id, 'failed')
    await notifyAll()
    bank.clock.pass(1)
    await setStatus(id, 'pending')
    const takingBack = { transactionId: randomUUID(), amount: '30.00', reason: 'Funded by mistake' }
    await bank.call(bank.clara, endpoints.takeBackFunding, { params: { id: fundingId }, body: takingBack })
    await notifyAll()
    const texts = (await mails()).toSorted()
    expect(texts.map((text) => /Reason: (.*)/.exec(text)?.[1])).toEqual([
      undefined,
      'Funded by mistake',
      undefined,
      'Checked',
    ])
    expect(texts[1]).toContain('We took back $30.00 that we had credited to your account.')
    const { answer } = await bank.call(dora, endpoints.readTransaction, {
      params: { id: takingBack.transactionId },
    })
    expect(answer.timeline).toMatchObject([{ reason: 'Funded by mistake' }])
    const { answer: funding } = await bank.call(dora, endpoints.readTransaction, {
      params: { id: fundingId },
    })
    expect(funding.timeline).toMatchObject([{ reason: null }])
  })

  test('money that a status change moves is not reported as received or sent', async () => {
    await set('money_received')
    await set('transfer_sent')
    const id = await send()
    await notifyAll()
    await setStatus(id, 'failed')
    await notifyAll()
    expect(await mails()).toHaveLength(1)
  })

  test('a notice that is turned off and on again omits the events in between', async () => {
    await set('transfer_sent')
    await set('transfer_sent', false)
    await send()
    await notifyAll()
    await set('transfer_sent')
    await send()
    await notifyAll()
    expect(await mails()).toHaveLength(1)
    const { answer } = await bank.call(dora, endpoints.readMailNotices)
    expect(answer).toEqual({ money_received: false, transfer_sent: true, status_changed: false })
  })

  test('fifty-two customers with new money get one mail each, although a round has fifty accounts', async () => {
    const people: Person[] = []
    for (let one = 0; one < 55; one++) people.push(await bank.openAccount(`Many${count}x${one}`))
    for (const person of people) await set('money_received', true, person)
    for (const person of people.slice(0, 52)) {
      await bank.call(bank.clara, endpoints.fundAccount, {
        params: { id: person.userId },
        body: { transactionId: randomUUID(), amount: '1.00', reason: 'Deposit' },
      })
    }
    await notifyAll()
    const { rows } = await bank.bank.db.query(
      `select recipient from outgoing_mail where recipient like 'many%' and letter::text like '%We credited $1.00%'`,
    )
    expect(new Set(rows.map(({ recipient }) => recipient)).size).toBe(52)
    expect(rows).toHaveLength(52)
  })
})

describe('switching a mail notice', () => {
  test.each(['password_changed', 'new_device', 'x;drop table users'])(
    'a notice that cannot be switched or does not exist is refused: %s',
    async (notice) => {
      const params = { notice }
      const { status } = await bank.call(dora, endpoints.setMailNotice, { params, body: { isOn: false } })
      expect(status).toBe(422)
    },
  )

  test('a caller who is signed out is refused', async () => {
    expect((await set('transfer_sent', true, newVisitor() as Person)).problem.code).toBe('signed_out')
  })
})
