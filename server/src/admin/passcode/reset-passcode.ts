import { recordAudit } from '../../audit/audit-chain.ts'
import type { Bank } from '../../bank.ts'
import { inTransaction } from '../../postgres/transaction.ts'
import { replacePasscode } from './passcode.ts'

/** Sets a new passcode from the command line, when the old one is forgotten. Every session loses its elevation. */
export async function resetPasscode(
  { db, passwords }: Pick<Bank, 'db' | 'passwords'>,
  passcode: string,
  now: Date,
): Promise<void> {
  const passcodeHash = await passwords.hash(passcode)
  await inTransaction(db, async (connection) => {
    const change = { passcodeHash, updatedBy: null, keptSessionKey: null, now }
    const details = { otherSessionsClosed: await replacePasscode(connection, change) }
    await recordAudit(connection, { actorId: null, action: 'passcode_changed', target: null, details, now })
  })
}
