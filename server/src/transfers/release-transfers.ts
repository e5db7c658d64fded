import { randomUUID } from 'node:crypto'
import { bankItself } from '@bank/ledger/transaction'
import type { Bank } from '../bank.ts'
import { limitedSenderOf } from '../guards/paid-beneficiary.ts'
import { type Job, withBank } from '../jobs/job.ts'
import { type DueRelease, findDueReleases, noteReleases } from '../transactions/release.ts'

const releasesMax = 500

/**
 * Sends the transfers inside the bank whose undo time is over on to their payees. The books decide under the lock of the transaction's accounts,
 * so that any number of processes release each once, and none that came back. Returns how many were released.
 */
export async function releaseTransfers(bank: ReleasingBank, now: Date): Promise<number> {
  const noted = await noteReleases(bank.db, now, releasesMax)
  const due = await findDueReleases(bank.db, now, releasesMax)
  // Submitted together, so that the books take them in few batches. One that failed does not hold up the others.
  const ended = await Promise.allSettled(due.map((each) => release(bank, each)))
  const failed = ended.find((each) => each.status === 'rejected')
  if (failed) throw failed.reason
  return noted + ended.filter((each) => each.status === 'fulfilled' && each.value).length
}

type ReleasingBank = Pick<Bank, 'db' | 'books' | 'config'>

/** Releases a transfer, or takes it back where nothing can be booked on the payee's account. Returns whether it did either. */
async function release({ books, config }: ReleasingBank, due: DueRelease): Promise<boolean> {
  const { transaction, payeeNumber } = due
  const { id: transactionId, route, madeBy } = transaction
  const change = { type: 'change_status', transactionId, route, isRelease: true } as const
  const sent = await books.submit({ ...change, changeId: randomUUID(), status: 'success', madeBy })
  if (!('refusal' in sent)) return true
  const { code } = sent.refusal
  // Its sender took it back meanwhile, staff set its status, or another process was earlier.
  if (code === 'release_not_due') return false
  if (code !== 'account_closed' && code !== 'amount_too_large') {
    throw new Error(`The transfer ${transactionId} cannot be released: ${code}`)
  }
  const returned = await books.submit({
    ...change,
    changeId: randomUUID(),
    status: 'failed',
    sender: limitedSenderOf(transaction, payeeNumber, config),
    madeBy: bankItself,
    audit: { action: 'transaction_status_set', target: madeBy, reason: reasons[code] },
  })
  return !('refusal' in returned)
}

const reasons = {
  account_closed: 'The payee closed the account before the transfer was released',
  amount_too_large: 'The payee’s account cannot hold this amount',
}

export const releaseTransfersJob: Job = {
  name: 'release-transfers',
  pauseSeconds: 1,
  waitsAfterRestore: true,
  open: withBank(releaseTransfers),
}
