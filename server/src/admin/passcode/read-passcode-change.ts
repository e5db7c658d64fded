import type { Endpoint } from '@bank/contract/endpoint'
import type { Call } from '../../call.ts'
import { readStoredValueChange } from '../../storage/stored-value.ts'
import { readUser } from '../../users/user.ts'

/** When the passcode was last changed, and by which user. The passcode itself cannot be read (departure 3). */
export async function readPasscodeChange({ bank: { db } }: Pick<Call<Endpoint>, 'bank'>) {
  const { updatedAt, updatedBy } = await readStoredValueChange(db, 'passcode')
  const user = updatedBy === null ? null : await readUser(db, updatedBy)
  return { changedAt: updatedAt, changedBy: user && { id: user.id, name: user.name } }
}
