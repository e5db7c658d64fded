import { kinds } from '@bank/ledger/kinds'
import { int64Max } from '@bank/ledger/money'
import type { Movement } from '@bank/ledger/transaction'
import type { Bank } from '../bank.ts'
import type { Opening } from '../books/instruction.ts'
import { countForBank } from '../guards/guard.ts'
import { newBeneficiaryGuardOf } from '../guards/paid-beneficiary.ts'

/**
 * The bank's limits for a movement of its kind, by whatever right it is instructed. Where the money stays with the customer, only the
 * ledger limits it. Throws the refusal `busy` of `newBeneficiaryGuardOf`.
 */
export async function limitsOf(
  bank: Bank,
  movement: Movement,
): Promise<Pick<Opening, 'limitMinor' | 'newBeneficiary'>> {
  if (!kinds[movement.kind].isLimited) return { limitMinor: int64Max }
  await countForBank(bank, movement)
  return {
    limitMinor: bank.config.transferLimitMinor,
    newBeneficiary: await newBeneficiaryGuardOf(bank, movement),
  }
}
