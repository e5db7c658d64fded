import { randomUUID } from 'node:crypto'
import { endpoints } from '@bank/contract/endpoints'
import type { MailNotice } from '@bank/contract/mail-notices/form'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newVisitor } from '../../test/ask.ts'
import { openTestBank, type Person, type TestBank } from '../../test/bank.ts'
import { transfer } from '../../test/transfer.ts'
import { tellOfMovements } from './notify-movements.ts'
import { tellOfStatusChanges } from './notify-status-changes.ts'

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
  await tellAll()
  bank.clock.pass(1)
})

function set(notice: MailNotice, isOn = true, who = dora) {
  return bank.call(who, endpoints.setMailNotice, { params: { notice }, body: { isOn } })
}

/** What the bank does by itself once a second, until nothing is left. */
async function tellAll(): Promise<void> {
  let after = 0n
  do {
    after = (await tellOfMovements(bank.bank, bank.clock.now(), after)).next
  } while (after > 0n)
  await tellOfStatusChanges(bank.bank, bank.clock.now())
}

async function mails(who = dora): Promise<string[]> {
  const { rows } = await bank.bank.db.query(
    'select subject, html from outgoing_mail where recipient = $1 order by created_at, id',
    [who.email],
  )
  return rows.map(({ subject, html }) => `${subject} ${html}`)
}

async function send(who = dora, to: Person | null = null): Promise<string> {
  const inside = to && { account_number: to.account.number, bank_name: 'Truepenny' }
  const body = transfer({ account_name: 'Erik <b>', amount: '40.00', ...inside })
  const { answer } = await bank.call(who, endpoints.sendTransfer, { body })
  return answer.id
}

async function setStatus(id: string, status: 'pending' | 'success' | 'failed') {
  const body = { changeId: randomUUID(), status }
  const sent = await bank.call(bank.clara, endpoints.setTransactionStatus, { params: { id }, body })
  expect(sent.status).toBe(200)
}

describe('mail about one’s money', () => {
  test('is not written before one asks for it, nor about what was before', async () => {
    const { answer } = await bank.call(dora, endpoints.readMailNotices)
    expect(answer).toEqual({ money_received: false, transfer_sent: false, status_changed: false })
    await setStatus(await send(), 'failed')
    await tellAll()
    bank.clock.pass(1)
    await set('money_received')
    await set('transfer_sent')
    await set('status_changed')
    await tellAll()
    expect(await mails()).toEqual([])
  })

  test('is written about a transfer that was sent, once, without numbers of accounts', async () => {
    await set('transfer_sent')
    await send()
    await Promise.all([tellAll(), tellAll()])
    await tellAll()
    const [mail, ...more] = await mails()
    expect(more).toEqual([])
    expect(mail).toContain('Transfer sent · Truepenny')
    expect(mail).toContain('You sent $40.00 to Erik &lt;b&gt;.')
    expect(mail).not.toMatch(/\d{10}/)
  })

  test('is written about money that came in, to whoever received it alone', async () => {
    const erik = await bank.openAccount(`Erik${count}`)
    await set('money_received', true, erik)
    await set('money_received')
    await send(dora, erik)
    await tellAll()
    expect(await mails()).toEqual([])
    expect(await mails(erik)).toEqual([
      expect.stringContaining(`You received $40.00: Transfer from ${dora.name}.`),
    ])
  })

  test('is written about a new status, to both sides, each change once', async () => {
    const erik = await bank.openAccount(`Erik${count}`)
    await set('status_changed', true, erik)
    await set('status_changed')
    const id = await send(dora, erik)
    bank.clock.pass(1)
    await setStatus(id, 'failed')
    await tellAll()
    bank.clock.pass(1)
    await setStatus(id, 'success')
    await tellAll()
    await tellAll()
    expect(await mails()).toEqual([
      expect.stringContaining('the status is now failed. The money is back in your account.'),
      expect.stringContaining('the status is now success. The money has arrived.'),
    ])
    expect(await mails(erik)).toEqual([
      expect.stringContaining('now failed. The money was returned to the sender.'),
      expect.stringContaining('now success. The money is in your account.'),
    ])
  })

  test('about a status does not tell the same money as received or sent', async () => {
    await set('money_received')
    await set('transfer_sent')
    const id = await send()
    await tellAll()
    await setStatus(id, 'failed')
    await tellAll()
    expect(await mails()).toHaveLength(1)
  })

  test('is not written any more once it is switched off, and begins anew when switched on again', async () => {
    await set('transfer_sent')
    await set('transfer_sent', false)
    await send()
    await tellAll()
    await set('transfer_sent')
    await send()
    await tellAll()
    expect(await mails()).toHaveLength(1)
    const { answer } = await bank.call(dora, endpoints.readMailNotices)
    expect(answer).toEqual({ money_received: false, transfer_sent: true, status_changed: false })
  })

  test('reaches everybody who asked, however many have to be told at once', async () => {
    const people: Person[] = []
    for (let one = 0; one < 55; one++) people.push(await bank.openAccount(`Many${count}x${one}`))
    for (const person of people) await set('money_received', true, person)
    for (const person of people.slice(0, 52)) {
      await bank.call(bank.clara, endpoints.fundAccount, {
        params: { id: person.userId },
        body: { transactionId: randomUUID(), amount: '1.00' },
      })
    }
    await tellAll()
    const { rows } = await bank.bank.db.query(
      `select recipient from outgoing_mail where recipient like 'many%' and html like '%Account funded%'`,
    )
    expect(new Set(rows.map(({ recipient }) => recipient)).size).toBe(52)
    expect(rows).toHaveLength(52)
  })
})

describe('a switch is refused', () => {
  test.each(['password_changed', 'new_device', 'x;drop table users'])(
    'of a notice one cannot do without, or that there is not: %s',
    async (notice) => {
      const params = { notice }
      const { status } = await bank.call(dora, endpoints.setMailNotice, { params, body: { isOn: false } })
      expect(status).toBe(422)
    },
  )

  test('to somebody who is signed out', async () => {
    expect((await set('transfer_sent', true, newVisitor() as Person)).problem.code).toBe('signed_out')
  })
})
