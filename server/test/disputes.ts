import { randomUUID } from 'node:crypto'
import { endpoints } from '@bank/contract/endpoints'
import { expect } from 'vitest'
import { checkBooks } from '../src/books/check/check-books.ts'
import { connectOnce } from '../src/postgres/connect-once.ts'
import { openTestBank, type Person } from './bank.ts'
import { transfer } from './transfer.ts'

/** A bank with staff who decide disputes (Clara and Dean) and who do not (Sam), and what they and customers do. */
export async function openDisputes() {
  const bank = await openTestBank()
  const dean = await bank.openAccount('Dean', { role: 'treasury' })
  const sam = await bank.openAccount('Sam', { role: 'support' })
  const reason = 'The shop does not answer'

  /** Sends a payment to another bank, and returns its id. */
  async function pay(who: Person, amount = '40.00', account?: string): Promise<string> {
    const body = transfer({ amount })
    const sent = { body, ...(account !== undefined && { query: { account } }) }
    expect((await bank.call(who, endpoints.sendTransfer, sent)).status).toBe(201)
    return body.transactionId
  }

  function dispute(who: Person, id: string, body = disputeOf(), account?: string) {
    return bank.call(who, endpoints.openDispute, {
      params: { id },
      body,
      ...(account !== undefined && { query: { account } }),
    })
  }

  /** A customer who paid all but 60.00 of 100.00 and disputes it. */
  async function disputing(name: string, amount = '40.00') {
    const who = await bank.openAccount(name, { amountMinor: BigInt(amount.replace('.', '')) + 60_00n })
    const paymentId = await pay(who, amount)
    const body = disputeOf({ amount })
    expect((await dispute(who, paymentId, body)).status).toBe(201)
    return { who, paymentId, id: body.disputeId }
  }

  return {
    bank,
    dean,
    sam,
    reason,
    codeOf,
    pay,
    disputeOf,
    dispute,
    disputing,
    elevateStaff: async () => {
      for (const one of [bank.clara, dean, sam]) await bank.elevate(one)
    },
    balanceOf: async (who: Person) => (await bank.call(who, endpoints.readMe)).answer.account.balance,
    credit: (id: string, by = bank.clara) =>
      bank.call(by, endpoints.creditDispute, { params: { id }, body: { reason } }),
    end: (id: string, outcome: 'customer' | 'bank', by = bank.clara) =>
      bank.call(by, endpoints.endDispute, {
        params: { id },
        body: { outcome, reason: 'The shop has a signature' },
      }),
    /** Staff set the payment to failed. */
    fail: (id: string) => {
      const body = { changeId: randomUUID(), status: 'failed' as const, reason: 'It came back' }
      return bank.call(bank.clara, endpoints.setTransactionStatus, { params: { id }, body })
    },
    takeBack: (who: Person, id: string) =>
      bank.call(who, endpoints.takeBackTransfer, { params: { id }, body: { changeId: randomUUID() } }),
    read: async (id: string, by = bank.clara) =>
      (await bank.call(by, endpoints.readDispute, { params: { id } })).answer,
    /** How much of a payment staff can dispute for its customer. */
    disputableFor: async (id: string, by = sam) =>
      (await bank.call(by, endpoints.previewStatus, { params: { id } })).answer.disputable,
    readPayment: async (who: Person, id: string) =>
      (await bank.call(who, endpoints.readTransaction, { params: { id } })).answer,
    expectBooksInOrder: async () => {
      const connection = await connectOnce(bank.ownerAddress)
      expect((await checkBooks(connection, () => {})).broken).toBeNull()
      await connection.end()
    },
  }
}

function disputeOf(wishes: { disputeId?: string; amount?: string; text?: string } = {}) {
  const text = 'It never came.\nI wrote to the shop twice.'
  return { disputeId: randomUUID(), cause: 'not_received' as const, amount: '40.00', text, ...wishes }
}

async function codeOf(reply: Promise<{ status: number; problem: { code: string } }>) {
  const { status, problem } = await reply
  return status < 300 ? status : problem.code
}
