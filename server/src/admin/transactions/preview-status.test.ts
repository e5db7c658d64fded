import { randomUUID } from 'node:crypto'
import type { StatusPreview } from '@bank/contract/admin/transactions/view'
import { endpoints } from '@bank/contract/endpoints'
import type { Status } from '@bank/ledger/transaction-status'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditEventsAbout } from '../../../test/audit-and-mail.ts'
import { openTestBank, type Person, type TestBank } from '../../../test/bank.ts'
import { openFurtherAccount } from '../../../test/further-account.ts'
import { transfer } from '../../../test/transfer.ts'

let bank: TestBank
beforeAll(async () => {
  bank = await openTestBank()
  await bank.elevate(bank.clara)
})
afterAll(() => bank.close())

function preview(id: string) {
  return bank.call(bank.clara, endpoints.previewStatus, { params: { id } })
}

function set(id: string, status: Status) {
  const body = { changeId: randomUUID(), status, reason: 'Checked' }
  return bank.call(bank.clara, endpoints.setTransactionStatus, { params: { id }, body })
}

async function send(from: Person, form: Parameters<typeof transfer>[0]): Promise<string> {
  const body = transfer(form)
  expect((await bank.call(from, endpoints.sendTransfer, { body })).status).toBe(201)
  return body.transactionId
}

async function balanceOf(who: Person): Promise<string> {
  return (await bank.call(who, endpoints.readMe)).answer.account.balance
}

/** Each change as `status: name before → after`, or with its refusal. */
function inShort({ changes }: StatusPreview): string[] {
  return changes.map(({ status, refusal, balances }) => {
    const parts = balances.map(
      ({ user, isSender, before, after }) =>
        `${user.name}${isSender ? ' (sender)' : ''} ${before} → ${after ?? refusal}`,
    )
    return `${status}: ${parts.join(', ')}`
  })
}

test('the preview of a pending transfer to another bank has the sender’s balance after each status, which each change then gives', async () => {
  const adam = await bank.openAccount('Adam', { amountMinor: 100_00n })
  const id = await send(adam, { amount: '40.00' })
  const { answer } = await preview(id)
  expect(answer.status).toBe('pending')
  expect(inShort(answer)).toEqual([
    `pending: ${adam.name} (sender) 60.00 → 60.00`,
    `success: ${adam.name} (sender) 60.00 → 60.00`,
    `failed: ${adam.name} (sender) 60.00 → 100.00`,
  ])
  expect(await balanceOf(adam)).toBe('60.00')
  for (const { status, balances } of [...answer.changes].reverse()) {
    await set(id, status)
    expect(await balanceOf(adam)).toBe(balances[0]!.after)
  }
})

test('the preview of a transfer inside the bank has both customers, and opens both in the audit log', async () => {
  const berta = await bank.openAccount('Berta', { amountMinor: 100_00n })
  const cecil = await bank.openAccount('Cecil', { amountMinor: 5_00n })
  const { bankName } = bank.bank.config
  const id = await send(berta, {
    amount: '40.00',
    bank_name: bankName,
    account_number: cecil.account.number,
  })
  const { answer } = await preview(id)
  expect(inShort(answer)).toEqual([
    `pending: ${berta.name} (sender) 60.00 → 60.00, ${cecil.name} 45.00 → 5.00`,
    `success: ${berta.name} (sender) 60.00 → 60.00, ${cecil.name} 45.00 → 45.00`,
    `failed: ${berta.name} (sender) 60.00 → 100.00, ${cecil.name} 45.00 → 5.00`,
  ])
  for (const { userId } of [berta, cecil]) {
    const opened = await auditEventsAbout(bank, userId, 'user_opened')
    expect(opened).toMatchObject([{ actor_id: bank.clara.userId }])
  }
})

test('the preview of an own transfer has both accounts of the customer by their numbers, and the change moves the money between them', async () => {
  const greta = await bank.openAccount('Greta', { amountMinor: 100_00n })
  const { number } = await openFurtherAccount(bank, greta)
  const body = { transactionId: transfer().transactionId, to: number, amount: '40.00' }
  expect((await bank.call(greta, endpoints.sendOwnTransfer, { body })).status).toBe(201)
  const failed = (await preview(body.transactionId)).answer.changes.find(({ status }) => status === 'failed')!
  const user = { id: greta.userId, name: greta.name }
  expect(failed.balances).toEqual([
    { user, accountNumber: greta.account.number, isSender: true, before: '60.00', after: '100.00' },
    { user, accountNumber: number, isSender: false, before: '40.00', after: '0.00' },
  ])
  expect((await set(body.transactionId, 'failed')).status).toBe(200)
  const { accounts } = (await bank.call(greta, endpoints.listAccounts)).answer
  expect(accounts.map(({ balance }) => balance)).toEqual(['100.00', '0.00'])
})

test('the preview of a change that the bank refuses has its refusal and no balance after it', async () => {
  const dino = await bank.openAccount('Dino', { amountMinor: 100_00n })
  const id = await send(dino, { amount: '40.00' })
  await set(id, 'failed')
  await send(dino, { amount: '90.00' })
  const { answer } = await preview(id)
  expect(inShort(answer)).toEqual([
    `pending: ${dino.name} (sender) 10.00 → Insufficient balance`,
    `success: ${dino.name} (sender) 10.00 → Insufficient balance`,
    `failed: ${dino.name} (sender) 10.00 → 10.00`,
  ])
  expect((await set(id, 'pending')).problem.detail).toBe('Insufficient balance')
})

test('the preview of a funding has the funded customer alone', async () => {
  const elsa = await bank.openAccount('Elsa')
  const body = { transactionId: randomUUID(), amount: '75.00', reason: 'Deposit' }
  await bank.call(bank.clara, endpoints.fundAccount, { params: { id: elsa.userId }, body })
  expect(inShort((await preview(body.transactionId)).answer)).toEqual([
    `pending: ${elsa.name} 75.00 → 0.00`,
    `success: ${elsa.name} 75.00 → 75.00`,
    `failed: ${elsa.name} 75.00 → 0.00`,
  ])
})

test('the preview of the administrator’s own transaction and of an unknown one is refused', async () => {
  const fred = await bank.openAccount('Fred', { amountMinor: 100_00n })
  const id = await send(fred, {
    amount: '10.00',
    bank_name: bank.bank.config.bankName,
    account_number: bank.clara.account.number,
  })
  expect((await preview(id)).problem.code).toBe('own_account_edited')
  expect((await preview(randomUUID())).problem.code).toBe('transaction_not_found')
  expect((await preview('x')).problem.detail).toBe('Transaction ID is required')
})
