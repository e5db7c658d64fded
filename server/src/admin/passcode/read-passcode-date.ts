import type { gatewayEndpoints } from '@bank/contract/gateway/endpoints'
import type { Call } from '../../call.ts'
import { readStoredValueChange } from '../../storage/stored-value.ts'

/** When the passcode was last changed. The passcode itself cannot be read (departure 3). */
export async function readPasscodeDate({
  bank: { db },
}: Call<typeof gatewayEndpoints.readPasscodeDate>): Promise<{ changedAt: string }> {
  const { updatedAt } = await readStoredValueChange(db, 'passcode')
  return { changedAt: updatedAt.toISOString() }
}
